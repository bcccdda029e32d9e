# astro 6 with Node 20
once astro dev
