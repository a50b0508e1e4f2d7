/** What is wrong with the answers to what services ask, and with the address of a visit, before the request is sent (product.md 4.21, 4.22). */

import { emptyMessage, firstFailure, rulesOf } from '@/forms';
import type { Booking } from './hooks/use-booking';
import { fieldOfAnswer, plain, type Asked, type Files, type Question } from './intake';
import type { ClientAddress } from './places';

const ADDRESS_FIELDS = ['iv_client_street', 'iv_client_postcode', 'iv_client_city', 'iv_client_note'] as const;

/** What is wrong with the address, in the server's words, by its fields. */
export function addressProblems(address: ClientAddress): Record<string, string> {
  const rules = rulesOf('create_appointment_order');
  const found = ADDRESS_FIELDS.map((field) => [field, firstFailure(rules[field] ?? [], address[field])] as const);
  return Object.fromEntries(found.filter((entry): entry is readonly [(typeof ADDRESS_FIELDS)[number], string] => entry[1] !== null));
}

function problemOf(question: Question, answer: string, file: File | undefined): string | null {
  const given = question.kind === 'file' ? file !== undefined : answer.trim() !== '';
  if (!given) return question.required ? emptyMessage : null;
  return firstFailure(rulesOf('create_appointment_order')[`iv_answer_${question.kind}`] ?? [], plain(question, answer));
}

/** What is wrong with the answers, in the server's words, by the fields of their questions. */
export function problemsOf(asked: readonly Asked[], answers: Readonly<Record<string, string>>, files: Files): Record<string, string> {
  const found: Record<string, string> = {};
  for (const question of asked.flatMap(({ questions }) => questions)) {
    const problem = problemOf(question, answers[question.question_id] ?? '', files[question.question_id]);
    if (problem) found[fieldOfAnswer(question.question_id)] = problem;
  }
  return found;
}

/** Whether the answers can be sent; what cannot is said beside its question. */
export const isAnswered = ({ intake, flow }: Booking): boolean =>
  intake.judge({ ...(intake.visit ? addressProblems(flow.address) : {}), ...problemsOf(intake.asked, flow.answers, intake.files) });
