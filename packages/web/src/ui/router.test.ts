import { describe, expect, it } from 'vitest';
import { matchAddress, partsOf, type Route, routeFor } from './router.js';

describe('addresses', () => {
  it.each([
    ['/', '/', {}],
    ['/table/:id', '/table/star', { id: 'star' }],
    ['/table/:id', '/table/star/', { id: 'star' }],
    ['/staff/*', '/staff', {}],
    ['/staff/:post/*', '/staff/cage/case/12', { post: 'cage' }],
    ['/rules/:book', '/rules/a%20b', { book: 'a b' }],
    ['/rules/:book', '/rules/%zz', { book: '%zz' }],
  ])('%s fits %s', (pattern, path, params) => expect(matchAddress(pattern, path)).toEqual(params));

  it.each([
    ['/', '/table'],
    ['/table/:id', '/table'],
    ['/table/:id', '/table/star/more'],
    ['/staff/:post/*', '/staff'],
    ['/rules/*', '/rule'],
  ])('%s does not fit %s', (pattern, path) => expect(matchAddress(pattern, path)).toBeNull());

  it('the first that fits is taken, and none where none does', () => {
    const route = (at: string): Route => ({ at, show: () => at });
    const routes = [route('/rules/compare'), route('/rules/:book')];
    expect(routeFor(routes, '/rules/compare')?.[0].at).toBe('/rules/compare');
    expect(routeFor(routes, '/rules/star')).toEqual([routes[1], { book: 'star' }]);
    expect(routeFor(routes, '/elsewhere')).toBeNull();
  });

  it('parts are readable', () => expect(partsOf('//a/b%2Fc/')).toEqual(['a', 'b/c']));
});
