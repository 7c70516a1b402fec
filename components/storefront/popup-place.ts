export type Box = { left: number; top: number; right: number; bottom: number };
type Size = { width: number; height: number };

/** Between the popup and the window's edge. */
const margin = 16;
/** Between the popup and a control, so that a finger beside it hits the control. */
const distance = 8;
const step = 8;

/**
 * Where a popup of this size covers no control: the lowest place at the left or right edge of the window. One that
 * covers no text either comes first. Null when there is none.
 */
export function findPopupPlace(popup: Size, page: Size, controls: Box[], texts: Box[]): Box | null {
  const places = listPlaces(popup, page).filter((place) => !coversAny(place, controls));
  return places.find((place) => !coversAny(place, texts)) ?? places[0] ?? null;
}

export function coversAny(place: Box, boxes: Box[]): boolean {
  return boxes.some(
    (box) =>
      box.left < place.right + distance &&
      box.right > place.left - distance &&
      box.top < place.bottom + distance &&
      box.bottom > place.top - distance,
  );
}

function listPlaces({ width, height }: Size, page: Size): Box[] {
  const lefts = [margin, page.width - margin - width].filter((left) => left >= margin);
  const places: Box[] = [];
  for (let top = page.height - margin - height; top >= margin; top -= step) {
    for (const left of lefts) places.push({ left, top, right: left + width, bottom: top + height });
  }
  return places;
}
