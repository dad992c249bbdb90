/** The conformance scripts of the book, as they are kept: situations are made from them. */
export default import.meta.glob<string>(
  [
    '../../../../../conformance/crown-mini/*.jsonl',
    '!../../../../../conformance/crown-mini/*.expected.jsonl',
  ],
  { eager: true, query: '?raw', import: 'default' },
);
