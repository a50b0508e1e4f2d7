/** The pictures of an upload with their crops, as values: what each action of the uploader makes of them. */

/** How many pictures are taken at once (spec 2, section 5). */
export const mostPictures = 8;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture, in pixels of the picture as it is turned. */
export interface Area extends Size {
  readonly x: number;
  readonly y: number;
}

/** Degrees, clockwise. */
export type Turn = 0 | 90 | 180 | 270;

/** A picture that was read and can be shown under its address. */
export interface DecodedPicture extends Size {
  readonly url: string;
  /** The name under which the server has this picture already. */
  readonly kept?: string;
}

/** A picture and how it lies under the crop's frame. */
export interface Picture extends DecodedPicture {
  readonly turn: Turn;
  readonly zoom: number;
  /** How far the picture is pushed from the middle, in pixels of the screen. */
  readonly offset: { readonly x: number; readonly y: number };
  /** What the frame covers; null until it has been looked at: then the middle. */
  readonly area: Area | null;
}

export interface PictureList {
  readonly pictures: readonly Picture[];
  /** Which one is being edited; 0 when there are none. */
  readonly current: number;
}

export const noPictures: PictureList = { pictures: [], current: 0 };

const untouched = { turn: 0, zoom: 1, offset: { x: 0, y: 0 }, area: null } as const;

/** How many more pictures are taken. */
export const roomIn = ({ pictures }: PictureList): number => mostPictures - pictures.length;

/** The picture that is being edited. */
export const currentOf = ({ pictures, current }: PictureList): Picture | undefined => pictures[current];

/** The list with further pictures, as many as there is room for; the first of them is edited next. */
export function addPictures(list: PictureList, more: readonly DecodedPicture[]): PictureList {
  const taken = more.slice(0, roomIn(list)).map((picture) => ({ ...untouched, ...picture }));
  if (taken.length === 0) return list;
  return { pictures: [...list.pictures, ...taken], current: list.pictures.length };
}

/** Edits the picture at `index`; one that is not there changes nothing. */
export function goToPicture(list: PictureList, index: number): PictureList {
  return index >= 0 && index < list.pictures.length ? { ...list, current: index } : list;
}

function edited(list: PictureList, change: (picture: Picture) => Picture): PictureList {
  return { ...list, pictures: list.pictures.map((picture, index) => (index === list.current ? change(picture) : picture)) };
}

/** Turns the edited picture; the frame starts in the middle again, since its sides have changed places. */
export function turnPicture(list: PictureList, by: 90 | -90): PictureList {
  return edited(list, (picture) => ({
    ...picture,
    turn: ((picture.turn + by + 360) % 360) as Turn,
    offset: untouched.offset,
    area: null,
  }));
}

/** The edited picture pushed or zoomed under the frame, or what the frame covers by now. */
export function moveFrame(list: PictureList, change: Partial<Pick<Picture, 'offset' | 'zoom' | 'area'>>): PictureList {
  return edited(list, (picture) => ({ ...picture, ...change }));
}

/** The edited picture as it came: not turned, not zoomed, in the middle. */
export function restarted(list: PictureList): PictureList {
  return edited(list, (picture) => ({ ...picture, ...untouched }));
}

/** Another picture in the edited one's place. */
export function replaced(list: PictureList, picture: DecodedPicture): PictureList {
  return edited(list, () => ({ ...untouched, ...picture }));
}

/** The list without the edited picture; its neighbour is edited next. */
export function removed({ pictures, current }: PictureList): PictureList {
  const left = pictures.toSpliced(current, 1);
  return { pictures: left, current: Math.max(0, Math.min(current, left.length - 1)) };
}

/** The picture's size as it is turned. */
export function turnedSize({ width, height, turn }: Pick<Picture, 'width' | 'height' | 'turn'>): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** How much of a picture may lie outside the frame for it still to be the whole one: frames are measured in pixels of the screen. */
const margin = 0.01;

/** Whether all of the picture is kept, as it came. */
export function isWhole(picture: Picture, sides: Size): boolean {
  const area = areaOf(picture, sides);
  const most = 1 - margin;
  return picture.turn === 0 && area.width >= picture.width * most && area.height >= picture.height * most;
}

/** What is cut out of a picture for these sides: what the frame covers, else as much of the middle as fits. */
export function areaOf(picture: Picture, sides: Size): Area {
  if (picture.area) return picture.area;
  const { width, height } = turnedSize(picture);
  const scale = Math.min(width / sides.width, height / sides.height);
  const area = { width: sides.width * scale, height: sides.height * scale };
  return { ...area, x: (width - area.width) / 2, y: (height - area.height) / 2 };
}
