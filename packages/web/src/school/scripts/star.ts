/** The conformance scripts of the book, as they are kept: situations are made from them. */
export default import.meta.glob<string>(
  ['../../../../../conformance/star/*.jsonl', '!../../../../../conformance/star/*.expected.jsonl'],
  {
    eager: true,
    query: '?raw',
    import: 'default',
  },
);
