import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { asFailure, pictureApi, type Failure } from '@/api';
import { useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { deviceData } from '@/platform/device';
import { toast } from '@/ui';
import { tabStorage } from '@/platform/site-data';
import { useCreateNewFeedContentMutation, useUpdateFeedContentMutation } from '../../api';
import { optionsOf, stepOf, steps, type Draft, type Step } from '../draft';
import { forgetOptions, saveOptions } from '../options';
import { instantIn, scheduleProblem } from '../publish-time';
import { allTags, maxTags, withChangedTags } from '../tags';
import { UploadQueue, type SendPicture } from '../upload-queue';
import { useKeepDraft } from './use-kept-draft';

export interface ComposerOptions {
  initial: Draft;
  /** The edited post; absent for a new one. */
  postId?: string | undefined;
  /** The account's time zone. */
  timezone: string;
  onDone: () => void;
}

/** The composer's state: input, uploads, current step, and sending. */
export function useComposer(options: ComposerOptions) {
  const { t } = useTranslation('post');
  const { initial, postId, timezone, onDone } = options;
  const [step, setStep] = useState<Step>('content');
  const [pictures, setPictures] = useState(initial.iv_media_base);
  const uploads = useUploads(pictures);
  const send = useSendPost(options, uploads.names, setStep);
  const call = useCallForm({
    call: 'create_new_feed_content',
    initial,
    check: (draft) => problems(draft, timezone, t),
    send,
    onDone: (_answer, { iv_post_active }) => {
      toast.done(t(`sent.${iv_post_active}`));
      onDone();
    },
  });
  const { values } = call.form;
  const tagging = useTagging(call.form);
  useKeepDraft(values, postId);
  useStoredOptions(values, !postId && call.progress !== 'complete');
  const { missing, ...ways } = useStepNavigation(values, step, (to) => {
    tagging.finish();
    setStep(to);
  });
  return {
    ...call,
    ...ways,
    uploads,
    tagging,
    step,
    problem: missing ?? call.problem,
    setPictures: (cuts: string[]) => {
      setPictures(cuts);
      call.form.setFieldValue('iv_media_base', cuts);
    },
  };
}

export type Composer = ReturnType<typeof useComposer>;

type Translate = ReturnType<typeof useTranslation<'post'>>['t'];

/** Checks that the call's rules do not cover. */
function problems(draft: Draft, timezone: string, t: Translate): Partial<Record<keyof Draft, string | null>> {
  const late = draft.iv_post_active === 'schedule' ? scheduleProblem(draft.iv_post_date, timezone, new Date()) : null;
  const many = allTags(draft.iv_post_brief, draft.iv_tags).length > maxTags;
  return {
    iv_media_base: draft.iv_media_base.length ? null : t('pictureMissing'),
    iv_tags: many ? t('tooManyTags', { count: maxTags }) : null,
    iv_post_date: late ? t(`scheduleProblem.${late}`) : null,
  };
}

/** Navigation between the steps. The first step requires a caption and a picture. */
function useStepNavigation({ iv_post_brief, iv_media_base }: Draft, step: Step, onStep: (step: Step) => void) {
  const { t } = useTranslation('post');
  const [tried, setTried] = useState(false);
  const place = steps.indexOf(step);
  const incomplete = !iv_post_brief.trim() || iv_media_base.length === 0;
  const goTo = (index: number) => onStep(steps[index] ?? step);
  return {
    place,
    /** What the post lacks, once the user tried to continue without it. */
    missing: tried && incomplete ? t(step === 'content' ? 'needsBoth' : 'needsContent') : null,
    back: () => goTo(place - 1),
    next: () => {
      setTried(true);
      if (!incomplete) return goTo(place + 1);
      toast.failed(t('needsBoth'));
    },
  };
}

/** Stores the options while a new post is written, and forgets them when the composer closes. */
function useStoredOptions(draft: Draft, writing: boolean): void {
  const serialized = JSON.stringify(optionsOf(draft));
  useEffect(() => {
    const options = JSON.parse(serialized) as ReturnType<typeof optionsOf>;
    if (writing) saveOptions(tabStorage, options);
    return () => forgetOptions(tabStorage);
  }, [serialized, writing]);
}

/** Sends the post once its uploads are complete. A refusal opens the step with the field. */
function useSendPost({ postId, timezone }: ComposerOptions, names: () => Promise<string[] | null>, setStep: (step: Step) => void) {
  const { t } = useTranslation('post');
  const [create] = useCreateNewFeedContentMutation();
  const [update] = useUpdateFeedContentMutation();
  return async (draft: Draft) => {
    const pictures = await names();
    if (!pictures) {
      setStep('content');
      throw { kind: 'refused', main_msg: t('upload.someFailed'), iv_msg: {}, status: 200 } satisfies Failure;
    }
    const { iv_post_active, iv_post_date, iv_post_brief } = draft;
    const body = {
      ...draft,
      iv_media_base: pictures,
      iv_tags: JSON.stringify(allTags(iv_post_brief, draft.iv_tags)),
      iv_post_date: iv_post_active === 'schedule' ? instantIn(iv_post_date, timezone).toISOString() : null,
      iv_media_type: 'image' as const,
      iv_device_data: deviceData(),
    };
    try {
      return await (postId ? update({ ...body, iv_post_id: postId }) : create(body)).unwrap();
    } catch (error) {
      const step = stepOf(Object.keys(asFailure(error).iv_msg));
      if (step) setStep(step);
      throw error;
    }
  };
}

/** The tags of the post, and the text in the tag field. */
function useTagging(form: ReturnType<typeof useCallForm<Draft, unknown>>['form']) {
  const [typed, setTyped] = useState('');
  const { iv_post_brief: caption, iv_tags: added } = form.values;
  const tags = allTags(caption, added);
  const change = (changed: readonly string[]) => {
    const next = withChangedTags(caption, changed);
    form.setFieldValue('iv_post_brief', next.caption);
    form.setFieldValue('iv_tags', next.added);
  };
  return {
    tags,
    typed,
    setTyped,
    change,
    /** Text left in the field becomes a tag on continuing. */
    finish: () => {
      if (typed.trim()) change([...tags, typed]);
      setTyped('');
    },
  };
}

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

function sender(dispatch: Dispatch): SendPicture {
  return (picture, onProgress) => {
    const call = dispatch(pictureApi.endpoints.sendFeedMedia.initiate({ picture, onProgress }, { track: false }));
    return { name: call.unwrap().then(({ data }) => data.media_name), abort: () => call.abort() };
  };
}

/** Uploads pictures as soon as they appear. Removed ones are aborted, and all of them when the screen unmounts. */
function useUploads(pictures: readonly string[]) {
  const dispatch = useDispatch<Dispatch>();
  const [queue] = useState(() => new UploadQueue(sender(dispatch)));
  const uploads = useSyncExternalStore(queue.subscribe, queue.read);
  useEffect(() => queue.want(pictures), [queue, pictures]);
  useEffect(() => () => queue.stop(), [queue]);
  return {
    uploads,
    retry: (picture: string) => queue.retry(picture),
    /** Resolves to the names of all pictures, or null if an upload failed. */
    names: () => queue.names(pictures),
  };
}
