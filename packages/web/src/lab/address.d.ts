/** The address of a worker's bundle. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
