/** Where the device is, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const PATIENCE = 15_000;

/** Asks the browser where the device is; the user may refuse. null when it is not said. */
export const whereAmI = (): Promise<Point | null> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      () => resolve(null),
      { timeout: PATIENCE, maximumAge: 60_000 },
    );
  });
