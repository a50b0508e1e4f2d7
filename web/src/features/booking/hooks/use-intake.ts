import { useRef, useState, type Dispatch } from 'react';
import { asFailure, type Failure } from '@/api';
import { dataUrlOf } from '@/platform/files';
import { useUploadIntakeFileMutation } from '../api';
import type { OfferedService } from '../basket';
import type { BookingFlow, BookingStep } from '../flow';
import { askedBy, fieldOfAnswer, problemsOf, sentAnswers, type Files, type SentAnswer } from '../intake';

/** The questions of the chosen services, with what is answered so far. Pictures are sent with the request, not before. */
export function useIntake(chosen: readonly OfferedService[], flow: BookingFlow, step: Dispatch<BookingStep>) {
  const asked = askedBy(chosen);
  const [files, setFiles] = useState<Files>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [refusals, setRefusals] = useState(0);
  const send = useSendFile();
  const settle = (questionId: string) => setProblems(({ [fieldOfAnswer(questionId)]: _settled, ...others }) => others);
  return {
    asked,
    files,
    /** What is wrong with the answers, before the server has judged them. */
    problems,
    /** How often answers were found wrong here. */
    refusals,
    answer: (questionId: string, answer: string) => {
      settle(questionId);
      step({ type: 'question_answered', questionId, answer });
    },
    choose: (questionId: string, file: File | null) => {
      settle(questionId);
      setFiles(({ [questionId]: _former, ...others }) => (file ? { ...others, [questionId]: file } : others));
    },
    /** Whether the answers can be sent; what cannot is said beside its question. */
    check: (): boolean => {
      const found = problemsOf(asked, flow.answers, files);
      setProblems(found);
      const fine = Object.keys(found).length === 0;
      if (!fine) setRefusals(refusals + 1);
      return fine;
    },
    /** Sends the chosen pictures and returns the answers of the request. Throws a Failure beside the picture that was refused. */
    gather: async (): Promise<SentAnswer[]> => {
      const fileIds = new Map<string, string>();
      for (const { question_id, kind } of asked.flatMap(({ questions }) => questions)) {
        const file = files[question_id];
        if (kind === 'file' && file) fileIds.set(question_id, await send(question_id, file));
      }
      return sentAnswers(asked, flow.answers, fileIds);
    },
  };
}

/** Sends a picture once, however often the request is tried; returns its id. */
function useSendFile() {
  const [upload] = useUploadIntakeFileMutation();
  const sent = useRef(new WeakMap<File, string>());
  return async (questionId: string, file: File): Promise<string> => {
    const known = sent.current.get(file);
    if (known) return known;
    try {
      const { data } = await upload({ iv_media_base: await dataUrlOf(file) }).unwrap();
      sent.current.set(file, data.file_id);
      return data.file_id;
    } catch (error) {
      throw besideQuestion(asFailure(error), questionId);
    }
  };
}

/** The refusal of a picture, beside the question that it answers. */
function besideQuestion(failure: Failure, questionId: string): Failure {
  const message = failure.iv_msg['iv_media_base'];
  return message ? { ...failure, kind: 'refused', main_msg: '', iv_msg: { [fieldOfAnswer(questionId)]: message } } : failure;
}
