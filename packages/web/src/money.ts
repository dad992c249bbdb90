export { makeDollars as dollars } from '@boxperson/rules';
