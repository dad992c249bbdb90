import {
  FAINT,
  HOUSE,
  INK,
  makePixels,
  makeSvg,
  PAPER,
  PLAYER,
  QUIET,
  type Scene,
  SERIES,
  type Shape,
} from '@boxperson/odds';
import { useEffect, useRef, useState } from 'react';
import { save } from './files.js';

/** On paper a picture has the plot's own colours; on a page those of its theme. */
const CLASSES: Readonly<Record<string, string>> = {
  [INK]: 'ink',
  [FAINT]: 'faint',
  [QUIET]: 'quiet',
  [PAPER]: 'paper',
  [PLAYER]: 'player',
  [HOUSE]: 'house',
  ...Object.fromEntries(SERIES.map((colour, at) => [colour, `series-${at}`])),
};
const classOf = (colour: string): string => CLASSES[colour] ?? 'ink';

const pathOf = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

function drawn(shape: Shape, key: number) {
  switch (shape.kind) {
    case 'area':
      return (
        <polygon
          key={key}
          className={`fill-${classOf(shape.fill)}`}
          points={pathOf(shape.points)}
          fillOpacity={shape.opacity}
        />
      );
    case 'line':
      return (
        <polyline
          key={key}
          className={`line-${classOf(shape.stroke)}`}
          points={pathOf(shape.points)}
          strokeWidth={shape.width}
        />
      );
    default:
      return (
        <text
          key={key}
          className={`text-${classOf(shape.fill)}`}
          x={shape.at[0]}
          y={shape.at[1]}
          fontSize={shape.size}
          textAnchor={shape.anchor}
        >
          {shape.text}
        </text>
      );
  }
}

/** The width that a picture has on the page. */
export function useWidth(): readonly [React.RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(Math.round(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}

/** The same figures, drawn to a size. */
export type Draw = (frame: {
  readonly size?: { readonly width: number; readonly height: number };
  readonly heading?: 'left out';
}) => Scene;

interface PictureProps {
  readonly name: string;
  readonly caption: string;
  readonly draw: Draw;
  readonly height?: number;
}

/** A picture in the colours of the theme, with the same picture to take away as SVG and PNG. */
export function Picture({ name, caption, draw, height = 380 }: PictureProps) {
  const [box, width] = useWidth();
  const scene = width < 50 ? null : draw({ size: { width, height }, heading: 'left out' });
  return (
    <figure className="picture">
      <figcaption>{caption}</figcaption>
      <div ref={box} className="picture-box">
        {scene && (
          <svg
            viewBox={`0 0 ${scene.width} ${scene.height}`}
            height={scene.height}
            role="img"
            aria-label={scene.title}
          >
            {scene.shapes.map(drawn)}
          </svg>
        )}
      </div>
      <div className="picture-acts">
        <button
          type="button"
          className="small"
          onClick={() => save(`${name}.svg`, makeSvg(draw({})), 'image/svg+xml')}
        >
          SVG
        </button>
        <button type="button" className="small" onClick={() => void savePng(`${name}.png`, draw({}))}>
          PNG
        </button>
      </div>
    </figure>
  );
}

async function savePng(name: string, scene: Scene): Promise<void> {
  const { width, height, bytes } = makePixels(scene);
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(new ImageData(Uint8ClampedArray.from(bytes), width, height), 0, 0);
  save(name, await canvas.convertToBlob({ type: 'image/png' }), 'image/png');
}
