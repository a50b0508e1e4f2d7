/** The pictures of an upload with their crops, as values, and what each action of the uploader does to them. */

/** The most pictures of one upload (product.md 6.1). */
export const maxPictures = 8;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture, in pixels of the rotated picture. */
export interface Area extends Size {
  readonly x: number;
  readonly y: number;
}

/** Degrees, clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

/** A decoded picture with an address to show it. */
export interface DecodedPicture extends Size {
  readonly url: string;
  /** The name of a picture that the server already has. */
  readonly storedName?: string;
}

/** A picture and its position under the crop frame. */
export interface Picture extends DecodedPicture {
  readonly turn: Rotation;
  readonly zoom: number;
  /** The offset from the middle, in screen pixels. */
  readonly offset: { readonly x: number; readonly y: number };
  /** The area that the frame covers; null until the frame reports it, which means the middle. */
  readonly area: Area | null;
}

export interface PictureList {
  readonly pictures: readonly Picture[];
  /** The index of the edited picture; 0 when there are none. */
  readonly current: number;
}

export const noPictures: PictureList = { pictures: [], current: 0 };

const untouched = { turn: 0, zoom: 1, offset: { x: 0, y: 0 }, area: null } as const;

/** How many more pictures can be added. */
export const roomIn = ({ pictures }: PictureList): number => maxPictures - pictures.length;

/** The edited picture. */
export const currentOf = ({ pictures, current }: PictureList): Picture | undefined => pictures[current];

/** Adds pictures up to the limit, and edits the first of them next. */
export function addPictures(list: PictureList, more: readonly DecodedPicture[]): PictureList {
  const taken = more.slice(0, roomIn(list)).map((picture) => ({ ...untouched, ...picture }));
  if (taken.length === 0) return list;
  return { pictures: [...list.pictures, ...taken], current: list.pictures.length };
}

/** Edits the picture at `index`; an invalid index changes nothing. */
export function goToPicture(list: PictureList, index: number): PictureList {
  return index >= 0 && index < list.pictures.length ? { ...list, current: index } : list;
}

function changeCurrent(list: PictureList, change: (picture: Picture) => Picture): PictureList {
  return { ...list, pictures: list.pictures.map((picture, index) => (index === list.current ? change(picture) : picture)) };
}

/** Rotates the edited picture. The frame returns to the middle, because the sides swap. */
export function rotatePicture(list: PictureList, by: 90 | -90): PictureList {
  return changeCurrent(list, (picture) => ({
    ...picture,
    turn: ((picture.turn + by + 360) % 360) as Rotation,
    offset: untouched.offset,
    area: null,
  }));
}

/** Moves or zooms the edited picture, or stores the area that the frame covers. */
export function moveFrame(list: PictureList, change: Partial<Pick<Picture, 'offset' | 'zoom' | 'area'>>): PictureList {
  return changeCurrent(list, (picture) => ({ ...picture, ...change }));
}

/** Resets the edited picture: no rotation, no zoom, centred. */
export function resetPicture(list: PictureList): PictureList {
  return changeCurrent(list, (picture) => ({ ...picture, ...untouched }));
}

/** Replaces the edited picture. */
export function replacePicture(list: PictureList, picture: DecodedPicture): PictureList {
  return changeCurrent(list, () => ({ ...untouched, ...picture }));
}

/** Removes the edited picture; its neighbour is edited next. */
export function removePicture({ pictures, current }: PictureList): PictureList {
  const left = pictures.toSpliced(current, 1);
  return { pictures: left, current: Math.max(0, Math.min(current, left.length - 1)) };
}

/** The size of the rotated picture. */
export function rotatedSize({ width, height, turn }: Pick<Picture, 'width' | 'height' | 'turn'>): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** The tolerance within which a picture counts as uncropped: frames are measured in screen pixels. */
const tolerance = 0.01;

/** Whether the picture is unchanged and uncropped. */
export function isWhole(picture: Picture, sides: Size): boolean {
  const area = areaOf(picture, sides);
  const most = 1 - tolerance;
  return picture.turn === 0 && area.width >= picture.width * most && area.height >= picture.height * most;
}

/** The area to crop for this size: the frame's area, or the largest centred one. */
export function areaOf(picture: Picture, sides: Size): Area {
  if (picture.area) return picture.area;
  const { width, height } = rotatedSize(picture);
  const scale = Math.min(width / sides.width, height / sides.height);
  const area = { width: sides.width * scale, height: sides.height * scale };
  return { ...area, x: (width - area.width) / 2, y: (height - area.height) / 2 };
}
