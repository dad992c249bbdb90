import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

// PGlite's file system on Node never asks the disk to keep anything: what it calls a commit is lost in a power cut.
// Here every fsync that PostgreSQL asks for reaches the disk.

type Init = NodeFS['init'];

/** The part of an Emscripten module that we reach into. */
interface EmscriptenFiles {
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: OpenFile) => number };
    realPath(node: unknown): string;
  };
  readonly FS: { readonly ErrnoError: new (errno: number) => Error };
}

interface OpenFile {
  readonly nfd?: number;
  readonly node: unknown;
}

// WASI's number for an input/output error.
const EIO = 29;

// Windows does not open folders.
const MAY_REFUSE_FOLDERS = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL'];

const fsyncPath = (path: string): void => {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

export const fsyncFolder = (path: string): void => {
  try {
    fsyncPath(path);
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    if (process.platform !== 'win32' || !MAY_REFUSE_FOLDERS.includes(code)) throw error;
  }
};

/** Everything below and including a folder. */
export const fsyncTree = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) fsyncTree(path);
    else if (entry.isFile()) fsyncPath(path);
  }
  fsyncFolder(folder);
};

/** A new file or folder is only there for sure once the folders above it are on the disk too. */
export const fsyncParents = (path: string): void => {
  const parent = dirname(resolve(path));
  try {
    fsyncFolder(parent);
  } catch (error) {
    // Above our own folders there may be some that we must not open.
    if (['EACCES', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))) return;
    throw error;
  }
  if (parent !== dirname(parent)) fsyncParents(parent);
};

export class DurableNodeFS extends NodeFS {
  #fsyncs = 0;

  get fsyncs(): number {
    return this.#fsyncs;
  }

  override async init(...[pg, given]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pg, given);
    const teach = (module: unknown): void => this.#teach(module as EmscriptenFiles);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), teach] } };
  }

  #teach({ NODEFS, FS }: EmscriptenFiles): void {
    NODEFS.stream_ops.fsync = ({ nfd, node }) => {
      try {
        if (nfd === undefined) fsyncFolder(NODEFS.realPath(node));
        else fsyncSync(nfd);
      } catch {
        // PostgreSQL must hear of it in its own words: it then stops rather than go on with a hole.
        throw new FS.ErrnoError(EIO);
      }
      this.#fsyncs += 1;
      return 0;
    };
  }
}
