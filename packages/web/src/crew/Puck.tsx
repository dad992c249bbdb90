import type { Table } from '@boxperson/rules';

/** The puck as it lies. */
export function CrewPuck({ table: { game } }: { table: Table }) {
  return (
    <p className={`crew-puck ${game.point === null ? 'off' : 'on'}`}>
      <b>{game.point ?? 'OFF'}</b>
      {game.point !== null && <span>ON</span>}
    </p>
  );
}
