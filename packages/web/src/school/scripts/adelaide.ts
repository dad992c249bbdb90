/** The conformance scripts of the book, as they are kept: situations are made from them. */
export default import.meta.glob<string>(
  ['../../../../../conformance/adelaide/*.jsonl', '!../../../../../conformance/adelaide/*.expected.jsonl'],
  { eager: true, query: '?raw', import: 'default' },
);
