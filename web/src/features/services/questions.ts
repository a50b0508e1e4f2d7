/** What a service asks its clients (product.md 3.13), while it is edited. */

import { firstFailure, rulesOf } from '@/forms';

export const QUESTION_KINDS = ['short', 'long', 'choice', 'number', 'file'] as const;

export interface QuestionDraft {
  /** '' for a new one. */
  readonly question_id: string;
  readonly kind: string;
  readonly text: string;
  readonly required: boolean;
  readonly options: readonly string[];
}

/** The most questions of a service. */
export const MOST_QUESTIONS = 20;

export const newQuestion: QuestionDraft = { question_id: '', kind: 'short', text: '', required: false, options: [] };

/** The name under which the server answers about the question at this index. */
export const fieldOfQuestion = (index: number) => `iv_question_${index + 1}`;

/** What is wrong with the texts of the questions, in the server's words, by their fields. */
export function questionProblems(questions: readonly QuestionDraft[]): Record<string, string> {
  const rules = rulesOf('update_account_services')['iv_question_text'] ?? [];
  const found = questions.map(({ text }, index) => [fieldOfQuestion(index), firstFailure(rules, text)] as const);
  return Object.fromEntries(found.filter((entry): entry is readonly [string, string] => entry[1] !== null));
}

/** The options of a text with one on each line. */
export const optionsOf = (typed: string): string[] => typed.split('\n');

/** The questions with another one at this index. */
export const withQuestion = (questions: readonly QuestionDraft[], index: number, change: Partial<QuestionDraft>): QuestionDraft[] =>
  questions.map((question, at) => (at === index ? { ...question, ...change } : question));

/** The questions with the one at this index before its neighbour. */
export function movedUp(questions: readonly QuestionDraft[], index: number): QuestionDraft[] {
  const moved = questions[index];
  return moved && index > 0 ? questions.toSpliced(index, 1).toSpliced(index - 1, 0, moved) : [...questions];
}

/** The questions as they are sent: of a choice the options that are not empty, of others none. */
export const sentQuestions = (questions: readonly QuestionDraft[]): QuestionDraft[] =>
  questions.map((question) => ({
    ...question,
    options: question.kind === 'choice' ? question.options.map((option) => option.trim()).filter(Boolean) : [],
  }));
