import { Lost, type LostProps } from '../ui/Lost.js';
import { ReadingPage } from './ReadingPage.js';

/** A page that says it is none. */
export const LostPage = (props: LostProps & { readonly here?: string }) => (
  <ReadingPage title={`No such ${props.what}`} here={props.here ?? '/rules'}>
    <Lost {...props} />
  </ReadingPage>
);
