import { useRef, useState, type Dispatch } from 'react';
import { asFailure, type Failure } from '@/api';
import { dataUrlOf } from '@/platform/files';
import type { Point } from '@/platform/location';
import { useUploadIntakeFileMutation } from '../api';
import type { DeliveryMode, OfferedService } from '../basket';
import type { BookingFlow, BookingStep } from '../flow';
import { type ClientAddress, isVisit } from '../places';
import { askedBy, fieldOfAnswer, sentAnswers, type Files, type SentAnswer } from '../intake';

/** The questions of the chosen services, with what is answered so far. Files are sent with the request, not before. */
export function useIntake(chosen: readonly OfferedService[], mode: DeliveryMode | null, flow: BookingFlow, step: Dispatch<BookingStep>) {
  const asked = askedBy(chosen);
  const [files, setFiles] = useState<Files>({});
  const { settle, ...judged } = useProblems();
  const address = useAddress(isVisit(chosen, mode), flow, (typed) => {
    Object.keys(typed).forEach(settle);
    step({ type: 'address_typed', address: typed });
  });
  const send = useSendFile();
  return {
    asked,
    files,
    ...judged,
    ...address,
    answer: (questionId: string, answer: string) => {
      settle(fieldOfAnswer(questionId));
      step({ type: 'question_answered', questionId, answer });
    },
    choose: (questionId: string, file: File | null) => {
      settle(fieldOfAnswer(questionId));
      setFiles((former) => (file ? { ...former, [questionId]: file } : without(former, questionId)));
    },
    /** Sends the chosen files and returns the answers of the request. Throws a Failure beside the file that was refused. */
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

/** What is wrong with the answers, before the server has judged them, by field. */
function useProblems() {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [refusals, setRefusals] = useState(0);
  return {
    problems,
    /** How often answers were found wrong here. */
    refusals,
    settle: (field: string) => setProblems((former) => without(former, field)),
    /** Keeps what was found wrong; returns whether that is nothing. */
    judge: (found: Readonly<Record<string, string>>): boolean => {
      setProblems(found);
      const fine = Object.keys(found).length === 0;
      if (!fine) setRefusals(refusals + 1);
      return fine;
    },
  };
}

/** The address of a client who is visited. */
function useAddress(visit: boolean, { address }: BookingFlow, type: (typed: Partial<ClientAddress>) => void) {
  const [point, setPoint] = useState<Point | null>(null);
  return {
    /** Whether it is held at the client's, whose address is asked for. */
    visit,
    typeAddress: (field: keyof ClientAddress, typed: string) => type({ [field]: typed }),
    /** Where the browser says that the client is, which only the check of the distance sees. */
    point,
    setPoint,
    /** The fields of the request that say where the client is visited. */
    addressFields: visit
      ? { ...address, ...(point ? { iv_client_latitude: point.latitude, iv_client_longitude: point.longitude } : {}) }
      : {},
  };
}

const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([other]) => other !== key));

/** Sends a file once, however often the request is tried; returns its id. */
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

/** The refusal of a file, beside the question that it answers. */
function besideQuestion(failure: Failure, questionId: string): Failure {
  const message = failure.iv_msg['iv_media_base'];
  return message ? { ...failure, kind: 'refused', main_msg: '', iv_msg: { [fieldOfAnswer(questionId)]: message } } : failure;
}
