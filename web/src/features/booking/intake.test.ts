import { describe, expect, it } from 'vitest';
import { lesson } from '@/test/booked-provider';
import { problemsOf } from './answer-problems';
import { askedBy, sentAnswers, type Question } from './intake';

const question = (question_id: string, kind: Question['kind'], more: Partial<Question> = {}): Question => ({
  question_id,
  kind,
  text: question_id,
  required: false,
  options: [],
  ...more,
});
const injury = question('injury', 'short', { required: true });
const age = question('age', 'number');
const letter = question('letter', 'file', { required: true });
const asked = askedBy([{ ...lesson, questions: JSON.stringify([injury, age, letter]) }, lesson, { ...lesson, questions: '[]' }]);
const photo = new File(['x'], 'letter.jpg', { type: 'image/jpeg' });

describe('questions of the chosen services', () => {
  it('come from the services that ask something', () => {
    expect(asked.map(({ service, questions }) => [service, questions.length])).toEqual([['Lesson', 3]]);
  });

  it('are judged as the server judges them', () => {
    const empty = 'This Field cannot be empty';
    expect(problemsOf(asked, { injury: '  ' }, {})).toEqual({ iv_answer_injury: empty, iv_answer_letter: empty });
    expect(problemsOf(asked, { injury: 'Knee', age: 'old' }, { letter: photo })).toEqual({
      iv_answer_age: 'This Field can only contain numbers',
    });
    expect(problemsOf(asked, { injury: 'x'.repeat(201) }, { letter: photo })).toEqual({
      iv_answer_injury: 'The maximum length required for this field is 200',
    });
    expect(problemsOf(asked, { injury: 'Knee', age: '-1,5' }, { letter: photo })).toEqual({});
  });

  it('are answered with what was typed, a number with a point, and a picture by its id', () => {
    expect(sentAnswers(asked, { injury: ' Knee ', age: '1,5', letter: 'typed', gone: 'x' }, new Map([['letter', 'file-1']]))).toEqual([
      { question_id: 'injury', answer: 'Knee' },
      { question_id: 'age', answer: '1.5' },
      { question_id: 'letter', answer: 'file-1' },
    ]);
    expect(sentAnswers(asked, {}, new Map())).toEqual([]);
  });
});
