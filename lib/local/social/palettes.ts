import { hex, type Rgb } from "./paint";

/** Colours that go together: a light ground, a deep one, and three between them. */
export type Palette = { light: Rgb; deep: Rgb; warm: Rgb; cool: Rgb; accent: Rgb };

function palette(light: string, deep: string, warm: string, cool: string, accent: string): Palette {
  return { light: hex(light), deep: hex(deep), warm: hex(warm), cool: hex(cool), accent: hex(accent) };
}

export const palettes: readonly [Palette, ...Palette[]] = [
  palette("#fbe8d0", "#2b2d55", "#f08a5d", "#7a88b8", "#ffd27d"),
  palette("#e6f1ef", "#12343b", "#e0a458", "#4f8a8b", "#f7d6a3"),
  palette("#fdf0e6", "#40282c", "#d9795d", "#a3b18a", "#f2c57c"),
  palette("#eaf0fb", "#1b2a49", "#f4a6a0", "#6d8fc7", "#fff1c9"),
  palette("#f6efe2", "#27413a", "#c8963e", "#7fa99b", "#f1dca7"),
  palette("#fde9e7", "#3d1f47", "#f2789f", "#8f7fc0", "#ffd6a5"),
  palette("#f1f5e8", "#23391f", "#d8a247", "#86a96b", "#f5e6a8"),
  palette("#e9f4fa", "#0e2f44", "#f2a65a", "#57a0c4", "#ffe3b3"),
  palette("#f9ece0", "#4a2511", "#c65d3b", "#9c8f7a", "#f0b67f"),
  palette("#eef0f2", "#22252b", "#d3704a", "#8a9199", "#f4d58d"),
];
