import { type Lesson, readLessonFile, readLessonLink } from '@boxperson/rules/school';
import { useState } from 'react';
import { Fault } from '../ui/Fault.js';
import { Link } from '../ui/Link.js';
import { Keys } from './Keys.js';
import { Rolls } from './Rolls.js';
import { SchoolFrame } from './SchoolFrame.js';
import { WhatNow } from './WhatNow.js';

const COUNT = 20;

/** Set work by its link, or from a file; a broken one is told by its field. */
export function LessonPage() {
  const [file, setFile] = useState<string | null>(null);
  const asked = new URLSearchParams(location.search);
  const work = asked.get('work');
  asked.delete('work');
  const read = file === null ? readLessonLink(asked) : readLessonFile(file);
  if (read.ok) return <LessonView lesson={read.value} work={work} />;
  const isLink = file === null;
  return (
    <SchoolFrame title="Set work">
      {isLink && location.search === '' ? (
        <p>A lesson comes as a link from a trainer, or as a file.</p>
      ) : (
        <Fault>
          {isLink ? 'This link to a lesson cannot be used' : 'This lesson file cannot be used'}:{' '}
          {read.refused.message}.
        </Fault>
      )}
      <label className="lesson-file">
        A lesson file
        <input
          type="file"
          accept="application/json"
          onChange={(event) => void event.target.files?.[0]?.text().then(setFile)}
        />
      </label>
      <p>
        <Link href="/school">To the school</Link>
      </p>
    </SchoolFrame>
  );
}

const ROLLS = 5;

function LessonView({ lesson, work }: { lesson: Lesson; work: string | null }) {
  const { book, kind, topic, level, seed = 1, count, spot, owed, place, roll } = lesson;
  const at = level === undefined ? {} : { level: level as never };
  if (kind === 'keys' && topic) {
    const only = { ...(spot === undefined ? {} : { spot }), ...(owed === undefined ? {} : { owed }) };
    return <Keys book={book} topic={topic} set={{ ...at, ...only, seed, count: count ?? COUNT, work }} />;
  }
  if (kind === 'rolls') {
    const laid = { ...(roll === undefined ? {} : { laid: roll }), ...(place === undefined ? {} : { place }) };
    return <Rolls book={book} set={{ ...at, ...laid, seed, count: count ?? ROLLS, work }} />;
  }
  return <WhatNow book={book} set={{ first: seed, count: count ?? COUNT, work }} />;
}
