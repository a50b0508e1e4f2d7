import { useRef, useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormProblem } from '@/forms';
import { Sheet } from '@/ui';
import { CropFrame } from './CropFrame';
import { cutOf } from './drawing';
import { DropZone } from './DropZone';
import { currentOf, type PictureList, type Size } from './picture-list';
import { PictureStrip } from './PictureStrip';
import { PictureTools } from './PictureTools';
import { usePictures } from './use-pictures';

interface ImageUploaderProps {
  opened: boolean;
  onClose: () => void;
  /** What was saved before. */
  initial: PictureList;
  /** What every picture is cropped to. */
  size: Size;
  /** The pictures, to be edited again, and their cuts as data URLs. */
  onSave: (list: PictureList, cuts: string[]) => void;
}

/** The image uploader: pick several, crop, turn, replace, start again, save (spec 2, section 2). */
export default function ImageUploader({ opened, onClose, initial, size, onSave }: ImageUploaderProps) {
  const { t } = useTranslation(['pictures', 'ui']);
  const { list, change, frame, take, replace, reading, problem, setProblem } = usePictures(initial);
  const [saving, setSaving] = useState(false);
  const replacing = useRef<HTMLInputElement>(null);
  const picture = currentOf(list);

  const save = async () => {
    if (!picture) return setProblem(t('noneYet'));
    setSaving(true);
    try {
      const cuts: string[] = [];
      for (const each of list.pictures) cuts.push(await cutOf(each, size));
      onSave(list, cuts);
    } catch {
      setProblem(t('notCut'));
    } finally {
      setSaving(false);
    }
  };
  const footer = (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" c="dimmed" aria-live="polite">
        {picture ? t('place', { place: list.current + 1, count: list.pictures.length }) : ''}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button onClick={() => void save()} loading={saving}>
          {t('save')}
        </Button>
      </Group>
    </Group>
  );
  return (
    <Sheet opened={opened} onClose={onClose} title={t(picture ? 'editTitle' : 'uploadTitle')} size={640} footer={footer}>
      <FormProblem>{problem}</FormProblem>
      <Stack gap="sm">
        {picture ? (
          <CropFrame picture={picture} size={size} onFrame={frame} />
        ) : (
          <DropZone onFiles={(files) => void take(files)} reading={reading} />
        )}
        <PictureTools
          onChange={(edit) => (picture ? change(edit) : setProblem(t('noneYet')))}
          onReplace={() => (picture ? replacing.current?.click() : setProblem(t('noneYet')))}
        />
        <input
          ref={replacing}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('replace')}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = '';
            if (file) void replace(file);
          }}
        />
        {picture ? <PictureStrip list={list} size={size} reading={reading} onGo={change} onFiles={(files) => void take(files)} /> : null}
      </Stack>
    </Sheet>
  );
}
