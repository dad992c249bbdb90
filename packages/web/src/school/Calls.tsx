import type { RulebookId } from '@boxperson/rules';
import { callQuestion, nextShooterQuestion, type Question } from '@boxperson/rules/school';
import { useState } from 'react';
import { Pair } from '../ui/Dice.js';
import { Asked } from './Asked.js';
import { newSeed } from './next.js';
import { Puck } from './Scene.js';
import { SchoolFrame } from './SchoolFrame.js';
import { useKeys } from './use-clock.js';

/** Every fourth question is about who shoots next. */
export const questionFor = (book: RulebookId, nth: number): Question =>
  nth % 4 === 3 ? nextShooterQuestion(book, newSeed()) : callQuestion(book, newSeed());

export function QuestionCard({ question, chosen }: { question: Question; chosen: number | null }) {
  return (
    <div className="school-question" data-answered={chosen !== null}>
      <p className="roll-call">
        <Puck point={question.point} />
        {question.dice && <Pair dice={question.dice} />}
      </p>
      <h2>{question.ask}</h2>
    </div>
  );
}

/** The stick: what is called, and to whom the dice go. */
export function Calls({ book }: { book: RulebookId }) {
  const [nth, setNth] = useState(0);
  const [question, setQuestion] = useState(() => questionFor(book, 0));
  const [chosen, setChosen] = useState<number | null>(null);
  const [right, setRight] = useState(0);
  const choose = (i: number) => {
    setChosen(i);
    if (i === question.right) setRight(right + 1);
  };
  const next = () => {
    setQuestion(questionFor(book, nth + 1));
    setNth(nth + 1);
    setChosen(null);
  };
  useKeys(chosen === null ? {} : { Enter: next, n: next });
  return (
    <SchoolFrame
      book={book}
      title="Calls"
      work="desk"
      lead="The stick says what the dice show and what follows from it."
    >
      <QuestionCard question={question} chosen={chosen} />
      <Asked choices={question.choices} chosen={chosen} right={question.right} onChoose={choose} />
      {chosen !== null && (
        <button type="button" className="main" onClick={next}>
          Next
        </button>
      )}
      <p className="quiet">
        {right} of {nth + (chosen === null ? 0 : 1)} right
      </p>
    </SchoolFrame>
  );
}
