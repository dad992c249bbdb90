import type { CSSProperties, Ref } from 'react';
import './styles/cube.css';
import { PIPS } from './Dice.js';
import { asStyle, FACES, shadesOf, TILTED, type Turn } from './turn.js';

const PIP = 9.6;

/** A die of clear red with six faces. Without a turn it is for somebody who turns it. */
export function Cube({ turn, ref }: { turn?: Turn; ref?: Ref<HTMLDivElement> }) {
  const shades = turn ? shadesOf(turn) : null;
  const style: CSSProperties | undefined = turn && { transform: `${TILTED} ${asStyle(turn)}` };
  return (
    <div className="cube" ref={ref} style={style}>
      {FACES.map((face, index) => (
        <div key={face} className={`cube-face cube-${face}`}>
          <svg viewBox="0 0 100 100" aria-hidden="true">
            {(PIPS[face] ?? []).map(([cx, cy]) => (
              <circle key={`${cx}-${cy}`} cx={cx} cy={cy} r={PIP} />
            ))}
          </svg>
          <i className="cube-shade" style={shades ? { opacity: shades[index] } : undefined} />
        </div>
      ))}
    </div>
  );
}
