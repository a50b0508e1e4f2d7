import { Suspense, useEffect, useRef, useState } from 'react';
import { Button, Input, Stack, Text, Textarea, UnstyledButton } from '@mantine/core';
import { IconPhotoEdit, IconPhotoPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCreateNewFeedContentMutation } from '@/api';
import { forgotten, ImageUploader, noPictures, type PictureList } from '@/features/pictures';
import { FormProblem, limitsOf, SubmitButton, useCallForm } from '@/forms';
import { deviceData } from '@/platform';
import { Sheet, toast, useDialog } from '@/ui';
import { hashtagsOf } from './hashtags';
import classes from './PostComposer.module.css';

/** Every picture of a post has this size (spec 1, section 9). */
const pictureSize = { width: 650, height: 500 };
/** The uploader lies over the composer, and Back leads from it to the composer. */
const uploaderDialogs = ['pictures'] as const;

/** The pictures of the post, to be edited again; let go of when the composer goes. */
function usePictureList() {
  const [list, setList] = useState(noPictures);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  }, [list]);
  useEffect(() => () => forgotten(latest.current.pictures), []);
  return [list, setList] as const;
}

/** What is typed and picked, and whether sending it was tried. */
function useComposer(onDone: () => void) {
  const { t } = useTranslation('post');
  const [tried, setTried] = useState(false);
  const [send] = useCreateNewFeedContentMutation();
  const call = useCallForm({
    call: 'create_new_feed_content',
    initial: { iv_post_brief: '', iv_media_base: [] as string[] },
    check: ({ iv_media_base }) => ({ iv_media_base: iv_media_base.length ? null : t('pictureMissing') }),
    send: (values) =>
      send({
        ...values,
        iv_post_active: 'now',
        iv_access: 'all',
        iv_mature_content: 'no',
        iv_tags: JSON.stringify(hashtagsOf(values.iv_post_brief)),
        iv_media_type: 'image',
        iv_device_data: deviceData(),
      }).unwrap(),
    onDone: ({ message }) => {
      toast.done(message.main_msg || t('posted'));
      onDone();
    },
  });
  const onSubmit: typeof call.formProps.onSubmit = (event) => {
    setTried(true);
    call.formProps.onSubmit(event);
  };
  return { ...call, tried, formProps: { ...call.formProps, onSubmit } };
}

/** The create-post dialog: a caption, pictures, and out it goes. */
export function PostComposer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('post');
  const uploader = useDialog(uploaderDialogs, undefined, 'edit');
  const [list, setList] = usePictureList();
  const composer = useComposer(onClose);
  const keep = (edited: PictureList, pictures: string[]) => {
    setList(edited);
    composer.form.setFieldValue('iv_media_base', pictures);
    uploader.close();
  };
  if (uploader.opened) {
    return (
      <Suspense>
        <ImageUploader opened onClose={uploader.close} initial={list} size={pictureSize} onSave={keep} />
      </Suspense>
    );
  }
  return (
    <Sheet opened onClose={onClose} title={t('createTitle')} size={560}>
      <Composing composer={composer} onPictures={() => uploader.open('pictures')} />
    </Sheet>
  );
}

/** The form of a post; what is missing is said once somebody has tried to send it. */
function Composing({ composer, onPictures }: { composer: ReturnType<typeof useComposer>; onPictures: () => void }) {
  const { t } = useTranslation('post');
  const { form, progress, problem, field, formProps, tried } = composer;
  const { iv_post_brief: caption, iv_media_base: cuts } = form.values;
  const incomplete = !caption.trim() || cuts.length === 0;
  return (
    <form {...formProps}>
      <FormProblem>{tried && incomplete ? t('needsContent') : problem}</FormProblem>
      <Stack>
        <Textarea
          {...field('iv_post_brief')}
          label={t('caption')}
          placeholder={t('captionHint')}
          description={t('letters', { count: caption.length, most: limitsOf('create_new_feed_content', 'iv_post_brief').max ?? 0 })}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          minRows={4}
          maxRows={10}
          autosize
          data-autofocus
        />
        <Input.Wrapper label={t('pictures')} labelElement="div" error={form.errors['iv_media_base']}>
          <Pictures cuts={cuts} busy={progress === 'processing'} onEdit={onPictures} />
        </Input.Wrapper>
        <SubmitButton progress={progress}>{t('post')}</SubmitButton>
        <Text size="sm" c="dimmed" ta="center">
          {t('audience')}
        </Text>
      </Stack>
    </form>
  );
}

function Pictures({ cuts, busy, onEdit }: { cuts: readonly string[]; busy: boolean; onEdit: () => void }) {
  const { t } = useTranslation(['post', 'pictures']);
  if (cuts.length === 0) {
    return (
      <UnstyledButton className={classes.none} onClick={onEdit} mt={4}>
        <IconPhotoPlus size={28} stroke={1.5} aria-hidden />
        {t('pictures:uploadTitle')}
      </UnstyledButton>
    );
  }
  return (
    <>
      <ul className={classes.pictures}>
        {cuts.map((cut, index) => (
          <li key={cut}>
            <img src={cut} alt={t('pictures:place', { place: index + 1, count: cuts.length })} width={pictureSize.width} height={pictureSize.height} />
          </li>
        ))}
      </ul>
      <Button variant="default" size="compact-md" leftSection={<IconPhotoEdit size={17} aria-hidden />} disabled={busy} onClick={onEdit}>
        {t('pictures:editTitle')}
      </Button>
    </>
  );
}
