/** How long a side waits, in milliseconds, and how many strangers it listens to at once. */
export interface TumblerLimits {
  /** From the connection to a session. */
  readonly handshakeMs: number;
  /** From the first byte of a line to its end. */
  readonly lineMs: number;
  /** From ROLL to the report, lost connections included. */
  readonly tumbleMs: number;
  /** How often the house asks whether a device is there. */
  readonly pingMs: number;
  /** A session without a line for so long is over. */
  readonly quietMs: number;
  /** How long an old connection has to show that it lives when the device knocks a second time. */
  readonly probeMs: number;
  /** How often a device repeats a report that is not acknowledged. */
  readonly repeatMs: number;
  /** Connections that have not shown a key yet; the oldest gives way to a new one. */
  readonly strangersMax: number;
}

export const LIMITS: TumblerLimits = {
  handshakeMs: 5_000,
  lineMs: 5_000,
  tumbleMs: 15_000,
  pingMs: 10_000,
  quietMs: 30_000,
  probeMs: 3_000,
  repeatMs: 5_000,
  strangersMax: 32,
};
