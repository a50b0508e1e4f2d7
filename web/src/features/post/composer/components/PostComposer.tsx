import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { Button, Group } from '@mantine/core';
import { addPictures, ImageUploader, noPictures, releasePictures, type PictureList } from '@/features/pictures';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { shownTimezone } from '@/platform/device';
import { tabStorage } from '@/platform/site-data';
import { useDialog } from '@/routing';
import { Sheet } from '@/ui';
import { useGetAccountProfileQuery } from '../../api';
import { newDraft, steps, type Draft } from '../draft';
import { useComposer, type Composer } from '../hooks/use-composer';
import { useKeptDraft } from '../hooks/use-kept-draft';
import { readOptions } from '../options';
import classes from './Composer.module.css';
import { ContentStep } from './ContentStep';
import { PreferencesStep } from './PreferencesStep';
import { TagsStep } from './TagsStep';

/** The size of every post picture. */
const pictureSize = { width: 650, height: 500 };
/** The uploader opens over the composer; Back returns to the composer. */
const uploaderDialogs = ['pictures'] as const;

interface PostComposerProps {
  onClose: () => void;
  /** The post being edited, with its pictures. */
  edited?: { postId: string; draft: Draft; pictures: PictureList };
}

/** The pictures for further editing; released when the composer unmounts. */
function usePictureList(initial: PictureList) {
  const [list, setList] = useState(initial);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  }, [list]);
  useEffect(() => () => releasePictures(latest.current.pictures), []);
  return [list, setList] as const;
}

/** The crops of a kept draft, for further editing. */
const picturesOf = (kept: Draft | null): PictureList => ({
  ...addPictures(noPictures, kept?.iv_media_base.map((url) => ({ url, ...pictureSize })) ?? []),
  current: 0,
});

/** Writes a post in three steps: content, tags, audience and time (product.md 6.1). */
export default function PostComposer({ onClose, edited }: PostComposerProps) {
  const { t } = useTranslation('post');
  const timezone = useAccountZone();
  const uploader = useDialog(uploaderDialogs, undefined, 'edit');
  const kept = useKeptDraft(edited?.postId);
  const [list, setList] = usePictureList(edited?.pictures ?? picturesOf(kept));
  const [blank] = useState(() => edited?.draft ?? newDraft(readOptions(tabStorage), timezone, new Date()));
  // A changed post has the pictures that are loaded for further editing.
  const initial = kept ? { ...kept, iv_media_base: edited?.draft.iv_media_base ?? kept.iv_media_base } : blank;
  const composer = useComposer({ initial, postId: edited?.postId, timezone, onDone: onClose });
  const leaving = useUnsavedChanges(blank, composer, onClose);
  const formId = useId();
  const changePictures = (saved: PictureList, cuts: string[]) => {
    setList(saved);
    composer.setPictures(cuts);
  };
  if (uploader.opened) {
    const save: typeof changePictures = (saved, cuts) => {
      changePictures(saved, cuts);
      uploader.close();
    };
    return (
      <Suspense>
        <ImageUploader opened onClose={uploader.close} initial={list} size={pictureSize} onSave={save} />
      </Suspense>
    );
  }
  return (
    <Sheet
      opened
      onClose={leaving.leave}
      title={t(edited ? 'editTitle' : 'createTitle')}
      size={560}
      footer={
        leaving.asking ? (
          <UnsavedChangesPrompt onStay={leaving.stay} onLeave={onClose} />
        ) : (
          <ComposerFooter composer={composer} formId={formId} />
        )
      }
    >
      <ComposerForm composer={composer} formId={formId} timezone={timezone}>
        <ContentStep composer={composer} list={list} onChange={changePictures} onPictures={() => uploader.open('pictures')} />
      </ComposerForm>
    </Sheet>
  );
}

interface ComposerFormProps {
  composer: Composer;
  formId: string;
  timezone: string;
  /** The first step. */
  children: React.ReactNode;
}

function ComposerForm({ composer, formId, timezone, children }: ComposerFormProps) {
  const { formProps, problem, step, place } = composer;
  const submit: typeof formProps.onSubmit = (event) => {
    if (step === 'preferences') return formProps.onSubmit(event);
    event.preventDefault();
    composer.next();
  };
  return (
    <form {...formProps} id={formId} onSubmit={submit}>
      <StepIndicator place={place} />
      <FormProblem>{problem}</FormProblem>
      {step === 'content' ? children : null}
      {step === 'tags' ? <TagsStep composer={composer} /> : null}
      {step === 'preferences' ? <PreferencesStep composer={composer} timezone={timezone} /> : null}
    </form>
  );
}

/** The back button, and the button for the next step or for sending. */
function ComposerFooter({ composer, formId }: { composer: Composer; formId: string }) {
  const { t } = useTranslation(['post', 'ui']);
  const { step, progress, form, back } = composer;
  const busy = progress === 'processing';
  return (
    <Group justify="space-between" wrap="nowrap">
      {step === 'content' ? (
        <span />
      ) : (
        <Button variant="default" onClick={back} disabled={busy}>
          {t('ui:back')}
        </Button>
      )}
      <Button type="submit" form={formId} loading={busy}>
        {t(step === 'preferences' ? `submit.${form.values.iv_post_active}` : 'next')}
      </Button>
    </Group>
  );
}

/** Which step is current. */
function StepIndicator({ place }: { place: number }) {
  const { t } = useTranslation('post');
  const step = steps[place] ?? steps[0];
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(place);
  // The start of a new step takes the focus, for keyboard and screen reader users.
  useEffect(() => {
    if (first.current === place) return;
    first.current = -1;
    heading.current?.focus();
  }, [place]);
  return (
    <div className={classes.mark}>
      <h3 ref={heading} tabIndex={-1}>
        {t(`step.${step}`)}
      </h3>
      <span>{t('stepOf', { step: place + 1, count: steps.length })}</span>
      <div className={classes.bars} aria-hidden>
        {steps.map((one, index) => (
          <span key={one} data-reached={index <= place || undefined} />
        ))}
      </div>
    </div>
  );
}

/** The account's time zone, or the device's when the account has none, or one that this browser lacks. */
function useAccountZone(): string {
  const { currentData } = useGetAccountProfileQuery();
  return shownTimezone(currentData?.data.account_data.timezone ?? '');
}

/** Closes the composer: at once if nothing was written since it was `blank`, else after a confirmation. */
function useUnsavedChanges(blank: Draft, { form, progress }: Composer, onClose: () => void) {
  const [asking, setAsking] = useState(false);
  const { iv_post_brief, iv_media_base } = form.values;
  const written = iv_post_brief !== blank.iv_post_brief || iv_media_base.join() !== blank.iv_media_base.join();
  return {
    asking,
    leave: () => (written && progress !== 'complete' ? setAsking(true) : onClose()),
    stay: () => setAsking(false),
  };
}

interface UnsavedChangesPromptProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Asks whether to discard the changes. */
function UnsavedChangesPrompt({ onStay, onLeave }: UnsavedChangesPromptProps) {
  const { t } = useTranslation('post');
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <div role="group" aria-label={t('leave.ask')}>
      <p className={classes.ask} role="alert">
        {t('leave.ask')}
      </p>
      <Group grow>
        <Button ref={stay} variant="default" onClick={onStay}>
          {t('leave.stay')}
        </Button>
        <Button color="red" onClick={onLeave}>
          {t('leave.go')}
        </Button>
      </Group>
    </div>
  );
}
