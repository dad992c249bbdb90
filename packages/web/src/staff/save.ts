import { readToken } from './session.js';

/** A file of the house for whoever is signed in: it asks for the token, which no link can bring. */
export async function fileOf(path: string): Promise<Blob> {
  const token = readToken();
  const response = await fetch(path, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(await whyNot(response));
  return response.blob();
}

export async function saveFile(path: string, name: string): Promise<void> {
  const blob = await fileOf(path);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function whyNot(response: Response): Promise<string> {
  const said = (await response.json().catch(() => null)) as { refused?: { message?: string } } | null;
  return said?.refused?.message ?? 'The house did not give it out.';
}
