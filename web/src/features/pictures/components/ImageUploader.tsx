import { useEffect, useRef, useState } from 'react';
import { ActionIcon, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import {
  type Icon,
  IconChevronLeft,
  IconChevronRight,
  IconPhotoEdit,
  IconRestore,
  IconRotate2,
  IconRotateClockwise2,
  IconTrash,
} from '@tabler/icons-react';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet } from '@/ui';
import { croppedJpeg } from '../draw-crop';
import {
  addPictures,
  currentOf,
  type DecodedPicture,
  goToPicture,
  isWhole,
  moveFrame,
  type Picture,
  type PictureList,
  removePicture,
  replacePicture,
  resetPicture,
  roomIn,
  rotatePicture,
  type Size,
} from '../picture-list';
import { CropEditor } from './CropEditor';
import { DropZone } from './DropZone';
import { TakePhotoButton } from './TakePhotoButton';
import classes from './Pictures.module.css';
import { decodePicture } from '../decode-picture';
import { CropPreview } from './CropPreview';

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

/** The uploader's pictures, the reading of files, and what is wrong with the picked files. */
function usePictures(initial: PictureList) {
  const { t } = useTranslation('pictures');
  const [list, setList] = useState(initial);
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  /** Reads files one by one: eight large photos at once exceed a phone's memory. */
  async function read(files: readonly File[]): Promise<DecodedPicture[]> {
    setReading(true);
    const pictures: DecodedPicture[] = [];
    let problem: string | null = null;
    for (const file of files) {
      const picture = await decodePicture(file);
      if (picture) pictures.push(picture);
      else problem = t('notAPicture', { name: file.name });
    }
    setReading(false);
    setProblem(problem);
    return pictures;
  }

  /** Adds files. Those beyond the limit are refused, the others are added. */
  async function take(files: readonly File[]): Promise<void> {
    const room = roomIn(list);
    const pictures = await read(files.slice(0, room));
    setList((now) => addPictures(now, pictures));
    if (files.length > room) setProblem(t('tooMany'));
  }

  async function replace(file: File): Promise<void> {
    const [picture] = await read([file]);
    if (picture) setList((now) => replacePicture(now, picture));
  }

  /** A change by the user: earlier problems no longer apply. */
  function change(next: (now: PictureList) => PictureList): void {
    setProblem(null);
    setList(next);
  }

  /** The crop frame reports its area, also on its own when a picture appears. */
  const frame = (change: Parameters<typeof moveFrame>[1]) => setList((now) => moveFrame(now, change));

  return { list, change, frame, take, replace, reading, problem, setProblem };
}

interface PictureStripProps {
  list: PictureList;
  size: Size;
  reading: boolean;
  onGo: (change: (list: PictureList) => PictureList) => void;
  onFiles: (files: File[]) => void;
}

/** All pictures as they will be saved, with previous and next buttons and a drop zone for more. */
function PictureStrip({ list, size, reading, onGo, onFiles }: PictureStripProps) {
  const { t } = useTranslation('pictures');
  const { pictures, current } = list;
  const count = pictures.length;
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  const step = (by: number) => onGo((now) => goToPicture(now, now.current + by));
  return (
    <div className={classes.strip}>
      <ActionIcon size="lg" className={classes.step} aria-label={t('previous')} disabled={current === 0} onClick={() => step(-1)}>
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <ul className={classes.pictures} ref={strip}>
        {pictures.map((picture, index) => (
          <li key={picture.url}>
            <UnstyledButton
              className={classes.thumb}
              aria-current={index === current || undefined}
              onClick={() => onGo((now) => goToPicture(now, index))}
            >
              <CropPreview picture={picture} size={size} label={t('place', { place: index + 1, count })} />
            </UnstyledButton>
          </li>
        ))}
        <li>
          <DropZone small reading={reading} onFiles={onFiles} />
        </li>
      </ul>
      <ActionIcon size="lg" className={classes.step} aria-label={t('next')} disabled={current >= count - 1} onClick={() => step(1)}>
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
}
