import { Input, Stack, Text, Textarea } from '@mantine/core';
import type { PictureList } from '@/features/pictures';
import { limitsOf } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { hashtagsOf } from '../tags';
import type { Composer } from '../hooks/use-composer';
import classes from './Composer.module.css';
import { Thumbnails } from './Thumbnails';

interface ContentStepProps {
  composer: Composer;
  list: PictureList;
  onChange: (list: PictureList, cuts: string[]) => void;
  onPictures: () => void;
}

/** The step with the caption and the pictures. */
export function ContentStep({ composer, list, onChange, onPictures }: ContentStepProps) {
  const { t } = useTranslation('post');
  const { form, field, progress, uploads } = composer;
  const { iv_post_brief: caption, iv_media_base: cuts } = form.values;
  return (
    <Stack>
      <div>
        <Textarea
          {...field('iv_post_brief')}
          label={t('caption')}
          placeholder={t('captionHint')}
          description={t('letters', {
            count: Array.from(caption).length,
            most: limitsOf('create_new_feed_content', 'iv_post_brief').max ?? 0,
          })}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          minRows={4}
          maxRows={10}
          autosize
          data-autofocus
        />
        <Hashtags caption={caption} />
      </div>
      <Input.Wrapper label={t('pictures')} labelElement="div" error={form.errors['iv_media_base']}>
        <Thumbnails
          cuts={cuts}
          list={list}
          uploads={uploads.uploads}
          busy={progress === 'processing'}
          onChange={onChange}
          onEdit={onPictures}
          onRetry={uploads.retry}
        />
      </Input.Wrapper>
    </Stack>
  );
}

/** The hashtags in the caption, live. */
function Hashtags({ caption }: { caption: string }) {
  const { t } = useTranslation('post');
  const hashtags = hashtagsOf(caption);
  return (
    <div aria-live="polite">
      {hashtags.length ? (
        <ul className={classes.hashtags} aria-label={t('hashtags')}>
          {hashtags.map((tag) => (
            <li key={tag}>
              <bdi>#{tag}</bdi>
            </li>
          ))}
        </ul>
      ) : (
        <Text size="sm" c="dimmed" mt="2xs">
          {t('hashtagHint')}
        </Text>
      )}
    </div>
  );
}
