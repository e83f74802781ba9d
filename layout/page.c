/* The page: title on top, picture, bit bar below it, settings and notes below both, to
 * the right of both, one on either side, or between picture and bar at the right; verdict
 * line last.
 *
 * Takes the parts laid out each at its own origin, tries the arrangements (places, one to
 * four columns) and keeps the one nearest to 4:3 that wastes least room. The direction of
 * the flow never moves a block. */
#include <math.h>

#include "layout/internal.h"
#include "layout/text.h"

#define DEFAULT_FONT 14.0
#define DEFAULT_MARGIN 16.0
#define GAP 20.0            /* px between blocks */
#define TITLE_SIZE 20.0
#define VERDICT_SIZE 12.0
#define LINE_GAP 12.0       /* px between the title or verdict and the rest */
#define MARK_CENTRE 6.5     /* px from the margin to the middle of the verdict's mark */
#define MARK_ROOM 18.0      /* px that the verdict's text leaves to it */
#define WANTED_ASPECT (4.0 / 3.0)

enum { WIDTHS = 3, COLUMNS = 4, NOTES_COLUMNS = 2 };
static const double widths[WIDTHS] = {300, 240, 380}; /* px of a column, best liked first */
static const double broader[WIDTHS] = {1, 1.25, 1.6}; /* panels below: times what is above */

typedef struct page {
    const lay_context *lay;
    const idarch_document *document;
    const idarch_report *report;
    idarch_geometry *geometry;
    double margin;
    idarch_box picture, bar;           /* extents, at 0,0 */
    const char *title, *verdict;       /* NULL where unwanted */
    lay_panel settings_text, notes_text;
    idarch_page_block settings[WIDTHS][COLUMNS], notes[WIDTHS][COLUMNS];
    idarch_page_block wide_notes[COLUMNS]; /* as wide as picture and bar */
    lay_pair below[WIDTHS][LAY_COLUMNS][LAY_COLUMNS];
} page;

typedef enum panel_place {
    PLACE_BELOW, /* both under picture and bar */
    PLACE_RIGHT, /* both to the right of them */
    PLACE_SPLIT, /* settings to the right, notes below */
    PLACE_BESIDE, /* both to the right of the picture, over the bar */
    PLACES
} panel_place;

/* A way to set the two panels. */
typedef struct arrangement {
    panel_place place;
    int width;                         /* index in widths or broader */
    int settings_columns, notes_columns; /* less one */
} arrangement;

static void set_panel(page *p, const lay_panel *panel, double width, int columns,
                      idarch_page_block *block)
{
    *block = (idarch_page_block){0};
    if (panel->blocks)
        lay_blocks(p->lay, panel->blocks, panel->heading, width, columns, block);
}

static double with_gap(double size)
{
    return size > 0 ? size + GAP : 0;
}

/* Width and height of picture over bar. */
static void main_size(const page *p, double *w, double *h)
{
    *w = fmax(p->picture.w, p->bar.w);
    *h = p->picture.h + (p->picture.h > 0 ? with_gap(p->bar.h) : p->bar.h);
}

/* The notes with columns that fill the width of picture and bar. */
static void set_wide_notes(page *p, int columns)
{
    idarch_page_block *block = &p->wide_notes[columns - 1];
    double mw, mh;
    main_size(p, &mw, &mh);
    set_panel(p, &p->notes_text, widths[0], columns, block);
    double column = widths[0] + (mw - block->box.w) / columns;
    if (block->box.w > 0 && column >= widths[1])
        set_panel(p, &p->notes_text, column, columns, block);
}

/* The two panels in every width and number of columns that is tried. */
static void set_panels(page *p)
{
    for (int c = 0; c < NOTES_COLUMNS; c++)
        set_wide_notes(p, c + 1);
    for (int k = 0; k < WIDTHS; k++)
        for (int c = 0; c < COLUMNS; c++) {
            set_panel(p, &p->settings_text, widths[k], c + 1, &p->settings[k][c]);
            if (c < NOTES_COLUMNS)
                set_panel(p, &p->notes_text, widths[k], c + 1, &p->notes[k][c]);
        }
    double mw, mh, least = lay_pair_least(&p->settings_text, &p->notes_text);
    main_size(p, &mw, &mh);
    for (int k = 0; k < WIDTHS; k++)
        lay_pairs(p->lay, &p->settings_text, &p->notes_text, fmax(mw, least) * broader[k],
                  p->below[k]);
}

static const idarch_page_block *settings_of(const page *p, const arrangement *a)
{
    if (a->place == PLACE_BELOW)
        return &p->below[a->width][a->settings_columns][a->notes_columns].first;
    return &p->settings[a->width][a->settings_columns];
}

static const idarch_page_block *notes_of(const page *p, const arrangement *a)
{
    if (a->place == PLACE_BELOW)
        return &p->below[a->width][a->settings_columns][a->notes_columns].second;
    return a->place == PLACE_SPLIT ? &p->wide_notes[a->notes_columns]
                                   : &p->notes[a->width][a->notes_columns];
}

static bool possible(const page *p, const arrangement *a)
{
    switch (a->place) {
    case PLACE_BELOW:
        return a->settings_columns < LAY_COLUMNS &&
               p->below[a->width][a->settings_columns][a->notes_columns].fits;
    case PLACE_BESIDE:
        return p->picture.h > 0 && p->bar.h > 0;
    case PLACE_RIGHT:
    case PLACE_SPLIT:
    case PLACES:
        break;
    }
    return true;
}

/* One thing after another with a gap where both are there. */
static double joined(double first, double second)
{
    return first > 0 ? first + (second > 0 ? GAP + second : 0) : second;
}

/* Size of the page's middle part (without title and verdict). */
static void arranged_size(const page *p, const arrangement *a, double *w, double *h)
{
    const idarch_box *settings = &settings_of(p, a)->box;
    const idarch_box *notes = &notes_of(p, a)->box;
    double mw, mh;
    main_size(p, &mw, &mh);
    switch (a->place) {
    case PLACE_BELOW:
        *w = fmax(mw, joined(settings->w, notes->w));
        *h = joined(mh, fmax(settings->h, notes->h));
        break;
    case PLACE_RIGHT:
        *w = joined(mw, fmax(settings->w, notes->w));
        *h = fmax(mh, joined(settings->h, notes->h));
        break;
    case PLACE_SPLIT:
        *w = joined(fmax(mw, notes->w), settings->w);
        *h = fmax(joined(mh, notes->h), settings->h);
        break;
    case PLACE_BESIDE:
        *w = fmax(joined(p->picture.w, fmax(settings->w, notes->w)), p->bar.w);
        *h = joined(fmax(p->picture.h, joined(settings->h, notes->h)), p->bar.h);
        break;
    case PLACES:
        break;
    }
}

/* What a column of panels leaves empty that is shorter than what stands beside it: little
 * for one nearly as high, nearly all for a small panel. */
static double short_column(double width, double height, double beside)
{
    double empty = fmax(0, beside - height);
    return beside > 0 ? empty * width * empty / beside : 0;
}

/* The part of the page that stays empty beside panels, picture and bar. */
static double waste(const page *p, const arrangement *a, double w, double h)
{
    const idarch_box *s = &settings_of(p, a)->box;
    const idarch_box *n = &notes_of(p, a)->box;
    double lost = 0, mw, mh;
    main_size(p, &mw, &mh);
    switch (a->place) {
    case PLACE_BELOW:
        if (s->w > 0 && n->w > 0)
            lost = fmax(0, s->h - n->h) * n->w + fmax(0, n->h - s->h) * s->w;
        lost += 0.5 * fmax(0, w - mw) * mh;
        break;
    case PLACE_RIGHT:
        if (s->w > 0 && n->w > 0)
            lost = fmax(0, s->w - n->w) * n->h + fmax(0, n->w - s->w) * s->h;
        lost += 0.5 * fmax(0, joined(s->h, n->h) - mh) * mw;
        lost += short_column(fmax(s->w, n->w), joined(s->h, n->h), mh);
        break;
    case PLACE_SPLIT:
        lost = 0.5 * fmax(0, s->h - joined(mh, n->h)) * mw;
        lost += short_column(s->w, s->h, joined(mh, n->h));
        break;
    case PLACE_BESIDE:
        lost = 0.5 * fmax(0, p->picture.h - joined(s->h, n->h)) * fmax(s->w, n->w);
        lost += 0.5 * fmax(0, joined(s->h, n->h) - p->picture.h) * p->picture.w;
        lost += fmax(0, w - p->bar.w) * p->bar.h;
        break;
    case PLACES:
        break;
    }
    return lost / (w * h);
}

/* Lower is better: how far from 4:3, and how much larger than need be. */
static double judge(double w, double h)
{
    return fabs(log(w / h / WANTED_ASPECT)) + 0.5 * log(w * h);
}

static arrangement choose(const page *p)
{
    arrangement best = {0};
    double best_cost = INFINITY;
    for (int tried = 0; tried < PLACES * WIDTHS * COLUMNS * NOTES_COLUMNS; tried++) {
        arrangement a = {(panel_place)(tried % PLACES), tried / PLACES % WIDTHS,
                         tried / PLACES / WIDTHS % COLUMNS, tried / PLACES / WIDTHS / COLUMNS};
        double w, h;
        if (!possible(p, &a))
            continue;
        arranged_size(p, &a, &w, &h);
        double cost = judge(w + 32, h + 90) + 2 * waste(p, &a, w, h) + 0.02 * a.width +
                      0.01 * (a.settings_columns + a.notes_columns) +
                      (a.place == PLACE_BESIDE ? 0.05 : 0);
        if (cost < best_cost - 1e-9) {
            best_cost = cost;
            best = a;
        }
    }
    return best;
}

static void add_block(page *p, idarch_page_block_kind kind, idarch_page_block *block, double x,
                      double y)
{
    if (block->box.w <= 0)
        return;
    block->kind = kind;
    lay_block_move(block, x - block->box.x, y - block->box.y);
    *IDARCH_PUSH(p->lay->arena, &p->geometry->blocks) = *block;
}

/* Two panels side by side look better with bottoms in line. */
static void level_panels(idarch_page_block *settings, idarch_page_block *notes)
{
    if (settings->box.h > 0 && notes->box.h > 0)
        settings->box.h = notes->box.h = fmax(settings->box.h, notes->box.h);
}

/* And above one another with their sides in line. */
static void level_widths(idarch_page_block *settings, idarch_page_block *notes)
{
    if (settings->box.w > 0 && notes->box.w > 0)
        settings->box.w = notes->box.w = fmax(settings->box.w, notes->box.w);
}

/* The verdict's line leaves room for the mark before it. */
static void make_room_for_mark(page *p, idarch_page_block *block)
{
    *IDARCH_PUSH(p->lay->arena, &block->bullets) =
        (idarch_point){block->box.x + MARK_CENTRE, block->box.y + block->box.h / 2};
    text_move(&block->text, MARK_ROOM, 0);
    block->box.w += MARK_ROOM;
}

/* Title and verdict: lines over and under the rest; returns the block's height with gap. */
static double line_block(page *p, idarch_page_block_kind kind, const char *text, double size,
                         double width, double y)
{
    if (!text || !text[0])
        return 0;
    idarch_page_block block = {.kind = kind};
    text_style style = {.size = size, .bold = kind == IDARCH_PAGE_TITLE,
                        .max_width = fmax(width, 240) - MARK_ROOM};
    text_set_plain(p->lay->arena, p->lay->measure, text, &style, &block.text);
    block.box = block.text.box;
    if (block.box.w <= 0)
        return 0;
    if (kind == IDARCH_PAGE_VERDICT)
        make_room_for_mark(p, &block);
    add_block(p, kind, &block, p->margin, y);
    p->geometry->width = fmax(p->geometry->width, block.box.w + 2 * p->margin);
    return block.box.h + LINE_GAP;
}

static void place_panels(page *p, const arrangement *a, double y, double w)
{
    idarch_page_block settings = *settings_of(p, a);
    idarch_page_block notes = *notes_of(p, a);
    double main_w, main_h;
    main_size(p, &main_w, &main_h);
    double right = p->margin + with_gap(main_w), below = y + with_gap(main_h);
    switch (a->place) {
    case PLACE_BELOW:
        level_panels(&settings, &notes);
        add_block(p, IDARCH_PAGE_SETTINGS, &settings, p->margin, below);
        add_block(p, IDARCH_PAGE_NOTES, &notes, p->margin + with_gap(settings.box.w), below);
        break;
    case PLACE_RIGHT:
    case PLACE_BESIDE:
        level_widths(&settings, &notes);
        if (a->place == PLACE_BESIDE)
            right = p->margin + w - fmax(settings.box.w, notes.box.w);
        add_block(p, IDARCH_PAGE_SETTINGS, &settings, right, y);
        add_block(p, IDARCH_PAGE_NOTES, &notes, right, y + with_gap(settings.box.h));
        break;
    case PLACE_SPLIT:
        add_block(p, IDARCH_PAGE_SETTINGS, &settings, p->margin + with_gap(fmax(main_w, notes.box.w)), y);
        add_block(p, IDARCH_PAGE_NOTES, &notes, p->margin, below);
        break;
    case PLACES:
        break;
    }
}

/* Picture and bar; beside the picture there may be panels. */
static void place_main(page *p, const arrangement *a, double y, double w)
{
    double mw, mh, x = p->margin, down = 0, high = p->picture.h;
    main_size(p, &mw, &mh);
    double pw = a->place == PLACE_BELOW ? w : mw, bw = pw;
    if (a->place == PLACE_BESIDE) {
        const idarch_box *s = &settings_of(p, a)->box, *n = &notes_of(p, a)->box;
        pw = w - fmax(s->w, n->w) - GAP;
        bw = w;
        high = fmax(high, joined(s->h, n->h));
        down = (high - p->picture.h) / 2;
    }
    lay_graph_move(p->geometry, x + (pw - p->picture.w) / 2, y + down);
    lay_bar_move(p->geometry, x + (bw - p->bar.w) / 2, y + with_gap(high));
}

static void compose(page *p)
{
    set_panels(p);
    arrangement a = choose(p);
    double w, h, y = p->margin;
    arranged_size(p, &a, &w, &h);
    p->geometry->width = w + 2 * p->margin;
    y += line_block(p, IDARCH_PAGE_TITLE, p->title, TITLE_SIZE, w, y);
    place_main(p, &a, y, w);
    place_panels(p, &a, y, w);
    y += h;
    if (p->verdict)
        y += line_block(p, IDARCH_PAGE_VERDICT, p->verdict, VERDICT_SIZE, w, y + LINE_GAP);
    p->geometry->height = y + p->margin;
}

static const idarch_blocks *pick_notes(const page *p)
{
    if (p->document->notes.count)
        return &p->document->notes;
    return p->report->notes.count ? &p->report->notes : NULL;
}

/* What the page holds beside the flowchart. */
static void gather(page *p, const idarch_page_options *options)
{
    const idarch_document *d = p->document;
    if (options->settings && d->settings.count)
        p->settings_text = (lay_panel){&d->settings,
                                       d->settings_heading ? d->settings_heading : "Settings"};
    if (options->notes)
        p->notes_text = (lay_panel){pick_notes(p),
                                    d->notes_heading ? d->notes_heading : "Failure rules"};
    if (options->verdict)
        p->verdict = p->report->verdict_line;
    if (options->bar)
        lay_bar(p->lay, &p->report->bar, p->picture.w < 1200 ? p->picture.w : 960, p->geometry,
                &p->bar);
}

void idarch_lay_out(idarch_arena *arena, const idarch_document *document,
                    const idarch_picture *picture, const idarch_report *report,
                    const idarch_measure *measure, const idarch_page_options *options,
                    idarch_geometry *geometry)
{
    *geometry = (idarch_geometry){0};
    lay_context lay = {arena, measure, options->font_size > 0 ? options->font_size : DEFAULT_FONT,
                       options->stop_after};
    page p = {.lay = &lay, .document = document, .report = report, .geometry = geometry,
              .margin = options->margin >= 0 ? options->margin : DEFAULT_MARGIN};
    if (picture) {
        lay_graph(&lay, &picture->graph, geometry);
        p.picture = (idarch_box){0, 0, geometry->width, geometry->height};
    }
    if (report && (!picture || picture->page))
        gather(&p, options);
    if (options->title)
        p.title = picture ? picture->title : document->title;
    compose(&p);
    if (picture)
        lay_check(&picture->graph, geometry);
}
