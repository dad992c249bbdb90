/** Gives somebody a file. */
export function save(name: string, body: string | Blob, type: string): void {
  const address = URL.createObjectURL(typeof body === 'string' ? new Blob([body], { type }) : body);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Data as a piece of an address: base64 with letters that addresses may have. */
export function pack(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** What was packed; undefined when it cannot be read. */
export function unpack(text: string): unknown {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))));
  } catch {
    return undefined;
  }
}

/** Puts a text where it can be pasted from; false where the browser does not let us. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
