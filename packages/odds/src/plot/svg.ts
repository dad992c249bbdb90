import type { Point, Scene, Shape } from './scene.js';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const short = (value: number): string => String(Math.round(value * 100) / 100);
const pathOf = (points: readonly Point[]): string =>
  points.map(([x, y]) => `${short(x)},${short(y)}`).join(' ');

function svgShape(shape: Shape): string {
  switch (shape.kind) {
    case 'area': {
      const opacity = shape.opacity === undefined ? '' : ` fill-opacity="${shape.opacity}"`;
      return `<polygon points="${pathOf(shape.points)}" fill="${shape.fill}"${opacity}/>`;
    }
    case 'line':
      return `<polyline points="${pathOf(shape.points)}" fill="none" stroke="${shape.stroke}" stroke-width="${shape.width}" stroke-linejoin="round"/>`;
    case 'text': {
      const [x, y] = shape.at;
      const anchor = shape.anchor === 'start' ? '' : ` text-anchor="${shape.anchor}"`;
      const weight = shape.weight === 'semibold' ? ' font-weight="600"' : '';
      return `<text x="${short(x)}" y="${short(y)}" font-size="${shape.size}" fill="${shape.fill}"${anchor}${weight}>${escaped(shape.text)}</text>`;
    }
  }
}

/** The typeface that measured the text, where it is installed; else one much like it. */
const FAMILY = "Inter, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** The picture as SVG text, for a page or a file. */
export function makeSvg({ width, height, title, shapes }: Scene): string {
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="${FAMILY}">`,
    `<title>${escaped(title)}</title>`,
    ...shapes.map(svgShape),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}
