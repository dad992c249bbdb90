export function openSample(): Promise<{
  readonly url: string;
  readonly folder: string;
  close(): Promise<void>;
}>;
