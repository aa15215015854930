// Draws media/icon.png from media/icon.svg: `npm run icon`, after the drawing changed.
import { readFileSync, writeFileSync } from "node:fs";

import { Resvg } from "@resvg/resvg-js";

const picture = new Resvg(readFileSync("media/icon.svg", "utf8"), {
    fitTo: { mode: "width", value: 256 },
});
writeFileSync("media/icon.png", picture.render().asPng());
