import { useRef, useState } from 'react';
import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconPhotoEdit, IconRestore, IconRotate2, IconRotateClockwise2, IconTrash, type Icon } from '@tabler/icons-react';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet } from '@/ui';
import { croppedJpeg } from '../draw-crop';
import { usePictures } from '../hooks/use-pictures';
import { currentOf, isWhole, removePicture, resetPicture, rotatePicture, type Picture, type PictureList, type Size } from '../picture-list';
import { CropEditor } from './CropEditor';
import { DropZone } from './DropZone';
import { PictureStrip } from './PictureStrip';
import { TakePhotoButton } from './TakePhotoButton';
import classes from './ImageUploader.module.css';

interface PictureToolsProps {
  onChange: (change: (list: PictureList) => PictureList) => void;
  onReplace: () => void;
}

const tools: readonly [label: 'turnLeft' | 'turnRight' | 'restart' | 'remove', icon: Icon, change: (list: PictureList) => PictureList][] = [
  ['turnLeft', IconRotate2, (list) => rotatePicture(list, -90)],
  ['turnRight', IconRotateClockwise2, (list) => rotatePicture(list, 90)],
  ['restart', IconRestore, resetPicture],
  ['remove', IconTrash, removePicture],
];

/** The actions on the edited picture. */
function PictureTools({ onChange, onReplace }: PictureToolsProps) {
  const { t } = useTranslation('pictures');
  return (
    <div className={classes.tools} role="group" aria-label={t('tools')}>
      {tools.map(([label, Picture, change]) => (
        <ToolButton key={label} label={t(label)} icon={Picture} onClick={() => onChange(change)} />
      ))}
      <ToolButton label={t('replace')} icon={IconPhotoEdit} onClick={onReplace} />
    </div>
  );
}

function ToolButton({ label, icon: Picture, onClick }: { label: string; icon: Icon; onClick: () => void }) {
  return (
    <UnstyledButton className={classes.tool} onClick={onClick}>
      <Picture size={20} aria-hidden />
      {label}
    </UnstyledButton>
  );
}

interface ImageUploaderProps {
  opened: boolean;
  onClose: () => void;
  /** The pictures saved before. */
  initial: PictureList;
  /** The size every picture is cropped to. */
  size: Size;
  /** The pictures for further editing, and their crops in the same order: data URLs, or the names of unchanged pictures on the server. */
  onSave: (list: PictureList, cuts: string[]) => void;
}

/** The image uploader: pick several, crop, turn, replace, start again, save (product.md 6.5). */
export default function ImageUploader({ opened, onClose, initial, size, onSave }: ImageUploaderProps) {
  const { t } = useTranslation('pictures');
  const { list, change, frame, take, replace, reading, problem, setProblem } = usePictures(initial);
  const { save, saving } = useSaveCrops({ list, size, onSave, setProblem });
  const replacing = useRef<HTMLInputElement>(null);
  const picture = currentOf(list);
  const add = (files: readonly File[]) => void take(files);
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t(picture ? 'editTitle' : 'uploadTitle')}
      size={640}
      footer={<UploaderFooter list={list} saving={saving} onClose={onClose} onSave={() => void save()} />}
    >
      <FormProblem>{problem}</FormProblem>
      <Stack gap="sm">
        {picture ? <CropEditor picture={picture} size={size} onFrame={frame} /> : <DropZone onFiles={add} reading={reading} />}
        <TakePhotoButton disabled={reading} onPhoto={(photo) => add([photo])} onProblem={setProblem} />
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
        {picture ? <PictureStrip list={list} size={size} reading={reading} onGo={change} onFiles={add} /> : null}
      </Stack>
    </Sheet>
  );
}

/** Sharp screens show a picture with twice its pixels. */
const pixelDensity = 2;

/** The picture's crop; the name of an unchanged picture on the server. */
async function cutOrName(picture: Picture, size: Size): Promise<string> {
  return picture.storedName && isWhole(picture, size) ? picture.storedName : croppedJpeg(picture, size, pixelDensity);
}

interface SavingOptions extends Pick<ImageUploaderProps, 'size' | 'onSave'> {
  list: PictureList;
  setProblem: (problem: string) => void;
}

/** Crops every picture and passes all of them on. */
function useSaveCrops({ list, size, onSave, setProblem }: SavingOptions) {
  const { t } = useTranslation('pictures');
  const [saving, setSaving] = useState(false);
  async function save(): Promise<void> {
    if (list.pictures.length === 0) return setProblem(t('noneYet'));
    setSaving(true);
    try {
      const cuts: string[] = [];
      for (const each of list.pictures) cuts.push(await cutOrName(each, size));
      onSave(list, cuts);
    } catch {
      setProblem(t('notCut'));
    } finally {
      setSaving(false);
    }
  }
  return { save, saving };
}

interface UploaderFooterProps {
  list: PictureList;
  saving: boolean;
  onClose: () => void;
  onSave: () => void;
}

/** '2 of 5', and the buttons to cancel and save. */
function UploaderFooter({ list, saving, onClose, onSave }: UploaderFooterProps) {
  const { t } = useTranslation(['pictures', 'ui']);
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" c="dimmed" aria-live="polite">
        {currentOf(list) ? t('place', { place: list.current + 1, count: list.pictures.length }) : ''}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button onClick={onSave} loading={saving}>
          {t('save')}
        </Button>
      </Group>
    </Group>
  );
}
