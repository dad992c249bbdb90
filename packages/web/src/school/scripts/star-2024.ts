/** The conformance scripts of the book, as they are kept: situations are made from them. */
export default import.meta.glob<string>(
  ['../../../../../conformance/star-2024/*.jsonl', '!../../../../../conformance/star-2024/*.expected.jsonl'],
  { eager: true, query: '?raw', import: 'default' },
);
