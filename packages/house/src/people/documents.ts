/** What people need of a store: documents that may change, each under a kind and an id. A `Store` is one. */
export interface Documents {
  putDocument(kind: string, id: string, body: string): Promise<void>;
  getDocument(kind: string, id: string): Promise<string | null>;
  deleteDocument(kind: string, id: string): Promise<unknown>;
  listDocuments(kind: string): Promise<readonly { readonly id: string; readonly body: string }[]>;
}
