/** What the clauses and our rulings say: loaded when somebody asks. */
export { clauseOf, RULINGS } from '@boxperson/rules';
