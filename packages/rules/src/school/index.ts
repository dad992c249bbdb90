/**
 * `@boxperson/rules/school`: drills, whole rolls and situations for whoever learns to deal, each judged by the engine.
 * Loaded by the school alone.
 */
export {
  AUDITION_MS,
  AUDITION_PARTS,
  AUDITION_PLACES,
  type AuditionBar,
  type AuditionPart,
  type AuditionPlace,
  type AuditionReport,
  type Mark,
  PAYMENT_MS,
  SPRINT_MS,
  scoreAudition,
  USUAL_BAR,
} from './audition.js';
export {
  type BoxRoll,
  boxRollOf,
  type GradedWatch,
  gradeWatch,
  INCIDENTS,
  type Incident,
  makeBoxRoll,
  makeIncident,
  type WatchedRoll,
  watchRoll,
} from './box.js';
export { callQuestion, nextShooterQuestion, type Question, stickQuestions } from './calls.js';
export { type Chance, chanceFrom, SEEDS, seedOf } from './chance.js';
export { DRILL_LEVELS, type Drill, type DrillLevel, drillOwing, makeDrill, SCHOOL_SIGN } from './drill.js';
export { FAULT_WORDS, FAULTS, type Fault, type PaidAt, whyWrong } from './faults.js';
export {
  actOf,
  type Done,
  dealtRight,
  type GradedLine,
  type GradedRoll,
  gradeRoll,
  isOrderFault,
  LEARNER_ACTS,
  type LearnerAct,
  paidAt,
} from './grade.js';
export { faultInLaid, type LaidPlayer, type LaidRoll, type LaidWager, layRoll, openLaid } from './laid.js';
export {
  LESSON_COUNT_MOST,
  LESSON_KINDS,
  type Lesson,
  type LessonKind,
  lessonLink,
  readLesson,
  readLessonFile,
  readLessonLink,
} from './lesson.js';
export { MockTable, PLAYERS } from './mock-table.js';
export {
  type Choice,
  clauseIn,
  type Judged,
  judge,
  type ScriptText,
  type Situation,
  type SituationPlace,
  situationsIn,
  situationsOf,
  type Verdict,
  verdictOf,
} from './situation.js';
export { type Step, stepsOf } from './steps.js';
export {
  spotNameOf,
  spotsIn,
  TOPIC_IDS,
  TOPICS,
  type Topic,
  type TopicId,
  topicOf,
  topicsOf,
} from './topics.js';
export {
  DEALT_BOOKS,
  linesToDeal,
  makeRoll,
  ROLL_LEVELS,
  ROLL_PLACES,
  type RollLevel,
  type RollPlace,
  type RollWish,
  type WholeRoll,
} from './whole-roll.js';
