import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation';
import { decodePicture } from '../decode-picture';
import { addPictures, moveFrame, replacePicture, roomIn, type DecodedPicture, type PictureList } from '../picture-list';

/** The uploader's pictures, the reading of files, and what is wrong with the picked files. */
export function usePictures(initial: PictureList) {
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
