/** What the chosen services ask their client (product.md 4.21). Pure. */

import { parseJsonList } from '@/api';
import type { OfferedService } from './basket';

export interface Question {
  readonly question_id: string;
  readonly kind: 'short' | 'long' | 'choice' | 'number' | 'file';
  readonly text: string;
  readonly required: boolean;
  readonly options: readonly string[];
}

/** The questions of one chosen service. */
export interface Asked {
  readonly service_id: string;
  readonly service: string;
  readonly questions: readonly Question[];
}

/** The file chosen for a question, by the question's id. */
export type Files = Readonly<Record<string, File>>;

export interface SentAnswer {
  readonly question_id: string;
  readonly answer: string;
}

/** The chosen services that ask something. */
export const askedBy = (services: readonly OfferedService[]): Asked[] =>
  services
    .map(({ service_id, service, questions }) => ({ service_id, service, questions: parseJsonList<Question>(questions ?? '[]') }))
    .filter(({ questions }) => questions.length > 0);

/** The name under which the server answers about a question. */
export const fieldOfAnswer = (questionId: string) => `iv_answer_${questionId}`;

/** A number as it is sent: with a point, whatever the typist's language. */
const plainNumber = (typed: string) => typed.trim().replace(/^([+-]?\d+),(\d+)$/, '$1.$2');

/** An answer as it is sent. */
export const plain = ({ kind }: Question, answer: string) => (kind === 'number' ? plainNumber(answer) : answer.trim());

/** The answers to what is asked; of a file the id that the server gave it. */
export const sentAnswers = (
  asked: readonly Asked[],
  answers: Readonly<Record<string, string>>,
  fileIds: ReadonlyMap<string, string>,
): SentAnswer[] =>
  asked
    .flatMap(({ questions }) => questions)
    .map((question) => ({
      question_id: question.question_id,
      answer: question.kind === 'file' ? (fileIds.get(question.question_id) ?? '') : plain(question, answers[question.question_id] ?? ''),
    }))
    .filter(({ answer }) => answer !== '');
