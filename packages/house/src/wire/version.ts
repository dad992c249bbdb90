/** The version of the wire; a house and a client that differ say so in the greeting. */
export const PROTOCOL_VERSION = 2;
