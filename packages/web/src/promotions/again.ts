/** What draws again: loaded when somebody asks for it. */
export { faultsInDraw } from '@boxperson/offices';
