import { isNative } from './native';

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function download(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function shareFile(base64: string, filename: string): Promise<void> {
  const [{ Filesystem, Directory }, { Share }] = await Promise.all([import('@capacitor/filesystem'), import('@capacitor/share')]);
  const { uri } = await Filesystem.writeFile({ path: filename, data: base64, directory: Directory.Cache });
  await Share.share({ files: [uri] });
}

/** Adds an .ics file (base64) to the device's calendar: a download on the web, the share sheet in the app. */
export async function addToCalendar(file: { content: string; filename: string }): Promise<void> {
  if (isNative()) await shareFile(file.content, file.filename);
  else download(new Blob([bytesOf(file.content)], { type: 'text/calendar;charset=utf-8' }), file.filename);
}

export const PDF = 'application/pdf';
/** What may be chosen where pictures and PDFs are kept. */
export const PICTURES_AND_PDFS = `image/jpeg,image/png,image/webp,image/gif,${PDF}`;

/** A chosen file as a data URL. Rejects when it can't be read. */
export const dataUrlOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the file was not read'));
    reader.readAsDataURL(file);
  });

/** Saves a file on the device: a download on the web, the share sheet in the app. */
export async function saveFile(content: Blob, filename: string): Promise<void> {
  if (isNative()) await shareFile((await dataUrlOf(content)).split(',')[1] ?? '', filename);
  else download(content, filename);
}

/** Saves a JSON document on the device. */
export const saveJson = (value: unknown, filename: string) => saveText(JSON.stringify(value, null, 2), filename, 'application/json');

/** Saves a text on the device: a download on the web, the share sheet in the app. */
export async function saveText(text: string, filename: string, type: string): Promise<void> {
  if (isNative()) {
    const base64 = btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
    await shareFile(base64, filename);
  } else {
    download(new Blob([text], { type }), filename);
  }
}
