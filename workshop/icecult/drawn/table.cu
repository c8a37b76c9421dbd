// Ray traces small views of random tables: stacks, paths, block of clear cubes, what lies about.
// One source for a GPU (nvcc) and for a processor (c++): what is drawn in a training can be looked at anywhere.
#include <cmath>
#include <cstdint>
#ifdef __CUDACC__
#define HD __host__ __device__ inline
#else
#define HD inline
#endif

namespace {

struct V { float x, y, z; };
HD V v(float x, float y, float z) { return {x, y, z}; }
HD V operator+(V a, V b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
HD V operator-(V a, V b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
HD V operator*(V a, V b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
HD V operator*(V a, float s) { return {a.x * s, a.y * s, a.z * s}; }
HD float dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HD V cross(V a, V b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
HD V unit(V a) { return a * (1.0f / sqrtf(dot(a, a) + 1e-20f)); }
HD V mix(V a, V b, float t) { return a * (1 - t) + b * t; }
HD float clampf(float x, float lo, float hi) { return x < lo ? lo : (x > hi ? hi : x); }
HD float step01(float a, float b, float x) { float t = clampf((x - a) / (b - a), 0, 1); return t * t * (3 - 2 * t); }
HD float sq(float x) { return x * x; }

struct Rng {
  uint32_t s;
  HD float next() {
    s = s * 747796405u + 2891336453u;
    uint32_t w = ((s >> ((s >> 28) + 4)) ^ s) * 277803737u;
    return ((w >> 22) ^ w) * (1.0f / 4294967296.0f);
  }
};
HD uint32_t hashed(uint32_t x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ (x >> 16); }

// The layout of the numbers of a table; `scenes.py` fills them by the same names.
enum {
  THICK, HALF_WIDTH, SPACE, ARM_START, TIP, BLOCK_COS, BLOCK_SIN, BASE_HALF, BASE_HIGH, EDGE, GAP,
  MARK_KIND, MARK_HALF, MARK_LINE, MARK_ROUND, MARK_RGB, MARK_OVER = MARK_RGB + 3,
  INNER_RGB, OUTER_RGB = INNER_RGB + 3, ART = OUTER_RGB + 3, ART_TEX, ART_SCALE, RIM_RGB, RIM_WIDE = RIM_RGB + 3,
  TABLE_TEX, TABLE_SCALE, TABLE_TURN, TABLE_A, TABLE_B = TABLE_A + 3, TABLE_GLOSS = TABLE_B + 3,
  SIDES, FOOT, FOOT_HIGH, FOOT_ROUND, BODY_LOW, BODY_TOP, TALL, BEND, HEAD, COLLAR, COLLAR_AT, RISE,
  GLOSS, ROUGH, WRAP, FOOT_SLOPE, PAWN_RGB, LIGHTS = PAWN_RGB + 12, LIGHT, SKY_TOP = LIGHT + 24, SKY_SIDE = SKY_TOP + 3,
  WINDOW, EYE = WINDOW + 7, STACKS = EYE + 3, THINGS, DECALS, HOLDER_RGB, INK_RGB = HOLDER_RGB + 3,
  ARROW_LONG = INK_RGB + 18, ARROW_SHAFT, ARROW_HEAD, ARROW_HEAD_LONG, ARROW_NOTCH, CIRCLE_R, RING, ARC_R, ARC_WIDE,
  OUTLINE, OUTLINE_RGB, INK_OVER = OUTLINE_RGB + 3, GLASS_RGB, BEVEL = GLASS_RGB + 3, AMBIENT, FROST, ARMS, FACES = ARMS + 12,
  TABLE_NUMBERS = FACES + 48
};
const int STACK_NUMBERS = 24;  // x y z, count, axis (3), yaw, colours (12), lean (2), size, spare
const int THING_NUMBERS = 12;  // a (3), b (3), radius, rgb (3), gloss, spare
const int DECAL_NUMBERS = 12;  // x y z, half length, half width, cos, sin, rgb (3), kind, line
const int VIEW_NUMBERS = 16;   // first point (3), to the next row (3), to the next column (3), table, own, spare
const int TEX = 256;

struct Scene {
  const float *t, *stacks, *things, *decals;
  const uint8_t *textures;
  int count_tex;
  HD V rgb(int at) const { return {t[at], t[at + 1], t[at + 2]}; }
};

HD float texture(const Scene &s, float id, float x, float y, int channel) {
  int k = (int)id;
  float fx = x - floorf(x), fy = y - floorf(y);
  fx *= TEX; fy *= TEX;
  int i = (int)fx, j = (int)fy;
  float a = fx - i, b = fy - j;
  const uint8_t *p = s.textures + (size_t)k * TEX * TEX * 3 + channel;
  int i1 = (i + 1) % TEX, j1 = (j + 1) % TEX;
  i %= TEX; j %= TEX;
  float top = p[(j * TEX + i) * 3] * (1 - a) + p[(j * TEX + i1) * 3] * a;
  float low = p[(j1 * TEX + i) * 3] * (1 - a) + p[(j1 * TEX + i1) * 3] * a;
  return (top * (1 - b) + low * b) / 255.0f;
}
HD V texture3(const Scene &s, float id, float x, float y) {
  return {texture(s, id, x, y, 0), texture(s, id, x, y, 1), texture(s, id, x, y, 2)};
}

// ---- pawns
HD float outline(float x, float y, float n, float half, float corner) {
  if (n < 3) return sqrtf(x * x + y * y) - half;
  float turn = 6.2831853f / n, angle = atan2f(y, x), r = sqrtf(x * x + y * y);
  angle -= turn * floorf(angle / turn + 0.5f);
  float in = half - corner;  // to the middle of a side
  float px = r * cosf(angle), py = fabsf(r * sinf(angle)), most = in * tanf(turn / 2);
  float dx = px - in, dy = py > most ? py - most : 0;
  return (dx < 0 && dy == 0 ? dx : sqrtf((dx > 0 ? dx * dx : 0) + dy * dy)) - corner;
}

HD float pawn(const float *t, float x, float y, float z, float yaw, float size) {
  float c = cosf(yaw), s = sinf(yaw), inv = 1 / size;
  float px = (x * c + y * s) * inv, py = (y * c - x * s) * inv, pz = z * inv, r = sqrtf(px * px + py * py);
  float fh = t[FOOT_HIGH];
  float slope = t[FOOT_SLOPE] * clampf(pz / fh, 0, 1);
  float side = outline(px, py, t[SIDES], t[FOOT] - slope, t[FOOT_ROUND]);
  float up = fabsf(pz - fh / 2) - fh / 2;
  float d = (side > 0 && up > 0) ? sqrtf(side * side + up * up) : fmaxf(side, up);
  float h = t[TALL], k = clampf((pz - fh) / (h - fh), 0, 1);
  float radius = t[BODY_LOW] + (t[BODY_TOP] - t[BODY_LOW]) * k - t[BEND] * 4 * k * (1 - k);
  float body = fmaxf((r - radius) * 0.88f, fmaxf(pz - h, -pz));
  d = fminf(d, body);
  if (t[HEAD] > 0) d = fminf(d, sqrtf(r * r + sq(pz - h)) - t[HEAD]);
  if (t[COLLAR] > 0) {
    float at = fh + (h - fh) * t[COLLAR_AT];
    float here = t[BODY_LOW] + (t[BODY_TOP] - t[BODY_LOW]) * t[COLLAR_AT];
    d = fminf(d, sqrtf(sq(r - here) + sq(pz - at)) - t[COLLAR]);
  }
  return d * size;
}

struct Near { float d; int level; };
HD Near stack_at(const float *t, const float *s, V p) {
  V q = p - v(s[0], s[1], s[2]);
  V axis = v(s[4], s[5], s[6]);
  float z = dot(q, axis);
  V other = fabsf(axis.z) > 0.9f ? v(1, 0, 0) : v(0, 0, 1);
  V e = unit(cross(other, axis)), f = cross(axis, e);
  float x = dot(q, e), y = dot(q, f);
  int count = (int)s[3];
  float rise = t[RISE] * s[22];
  int mid = (int)floorf(z / rise);
  Near best = {1e9f, 0};
  for (int k = mid - 1; k <= mid + 1; ++k) {
    int j = k < 0 ? 0 : (k >= count ? count - 1 : k);
    if (k != mid && j == (mid < 0 ? 0 : (mid >= count ? count - 1 : mid))) continue;
    float wob = (hashed((uint32_t)(s[7] * 977.0f) + j * 31u) & 1023) / 1023.0f - 0.5f;
    float d = pawn(t, x - s[20] * j, y - s[21] * j, z - j * rise, s[7] + wob * s[23], s[22]);
    if (d < best.d) best = {d, j};
  }
  return best;
}

struct Span { float near, far; };
HD bool around(const float *t, const float *s, V o, V d, Span &out) {
  int count = (int)s[3];
  float high = ((count - 1) * t[RISE] + t[TALL] + t[HEAD]) * s[22];
  float wide = t[FOOT] * (t[SIDES] >= 3 && t[SIDES] < 5 ? 1.42f : 1.16f) * s[22] + 2.0f + fabsf(s[20] + s[21]) * count;
  V a = v(s[0], s[1], s[2]), axis = v(s[4], s[5], s[6]), m = o - a;
  float md = dot(m, axis), nd = dot(d, axis);
  V mp = m - axis * md, dp = d - axis * nd;
  float A = dot(dp, dp), B = dot(mp, dp), C = dot(mp, mp) - wide * wide, lo = 0, hi = 1e9f;
  if (A > 1e-9f) {
    float disc = B * B - A * C;
    if (disc <= 0) return false;
    disc = sqrtf(disc);
    lo = fmaxf(lo, (-B - disc) / A);
    hi = fminf(hi, (-B + disc) / A);
  } else if (C > 0) return false;
  if (fabsf(nd) > 1e-9f) {
    float t0 = (-1 - md) / nd, t1 = (high + 1 - md) / nd;
    lo = fmaxf(lo, fminf(t0, t1));
    hi = fminf(hi, fmaxf(t0, t1));
  } else if (md < -1 || md > high + 1) return false;
  out = {lo, hi};
  return hi > lo;
}

HD bool march(const float *t, const float *s, V o, V d, float most, int steps, float &at, int &level) {
  Span span;
  if (s[3] < 1) return false;
  if (!around(t, s, o, d, span) || span.near > most) return false;
  float x = span.near;
  for (int k = 0; k < steps && x < span.far && x < most; ++k) {
    Near n = stack_at(t, s, o + d * x);
    if (n.d < 0.06f) { at = x; level = n.level; return true; }
    x += fmaxf(n.d * 0.9f, 0.05f);
  }
  return false;
}

HD V stack_normal(const float *t, const float *s, V p) {
  const float h = 0.15f;
  V a = v(1, -1, -1), b = v(-1, -1, 1), c = v(-1, 1, -1), e = v(1, 1, 1);
  return unit(a * stack_at(t, s, p + a * h).d + b * stack_at(t, s, p + b * h).d + c * stack_at(t, s, p + c * h).d + e * stack_at(t, s, p + e * h).d);
}

// ---- things that lie about: bars with round ends
HD bool bar(const float *c, V o, V d, float most, float &at, V &normal) {
  V pa = v(c[0], c[1], c[2]), pb = v(c[3], c[4], c[5]), ba = pb - pa, oa = o - pa;
  float r = c[6], baba = dot(ba, ba), bard = dot(ba, d), baoa = dot(ba, oa), rdoa = dot(d, oa), oaoa = dot(oa, oa);
  float a = baba - bard * bard, b = baba * rdoa - baoa * bard, cc = baba * oaoa - baoa * baoa - r * r * baba, h = b * b - a * cc;
  if (h < 0) return false;
  float x = (-b - sqrtf(h)) / fmaxf(a, 1e-9f), y = baoa + x * bard;
  V mid;
  if (y > 0 && y < baba) mid = pa + ba * (y / baba);
  else {
    mid = y <= 0 ? pa : pb;
    V oc = o - mid;
    float bb = dot(d, oc), c2 = dot(oc, oc) - r * r, hh = bb * bb - c2;
    if (hh < 0) return false;
    x = -bb - sqrtf(hh);
  }
  if (x < 0.1f || x > most) return false;
  at = x;
  normal = unit(o + d * x - mid);
  return true;
}

HD V block_of(const float *t, V p) { return {p.x * t[BLOCK_COS] + p.y * t[BLOCK_SIN], p.y * t[BLOCK_COS] - p.x * t[BLOCK_SIN], p.z}; }

HD bool box(V o, V d, V lo, V hi, float &near, float &far, int &axis) {
  float t0 = -1e9f, t1 = 1e9f;
  const float oo[3] = {o.x, o.y, o.z}, dd[3] = {d.x, d.y, d.z}, l[3] = {lo.x, lo.y, lo.z}, h[3] = {hi.x, hi.y, hi.z};
  for (int k = 0; k < 3; ++k) {
    float inv = 1 / (fabsf(dd[k]) < 1e-9f ? 1e-9f : dd[k]), a = (l[k] - oo[k]) * inv, b = (h[k] - oo[k]) * inv;
    if (a > b) { float c = a; a = b; b = c; }
    if (a > t0) { t0 = a; axis = k; }
    t1 = fminf(t1, b);
  }
  near = t0; far = t1;
  return t1 > fmaxf(t0, 0.0f);
}

HD V sky(const Scene &s, V d, float rough) {
  const float *t = s.t;
  V out = mix(s.rgb(SKY_SIDE), s.rgb(SKY_TOP), clampf(d.z, 0, 1));
  V w = v(t[WINDOW], t[WINDOW + 1], t[WINDOW + 2]);
  float c = dot(d, w), edge = t[WINDOW + 3];
  out = out + s.rgb(WINDOW + 4) * step01(edge - 0.02f - rough * 0.3f, edge + 0.02f + rough * 0.1f, c);
  return out;
}

// ---- prints on the cubes
HD float arrow_at(const float *t, float u, float w) {  // points to +w; distance in shares of an edge
  float half = t[ARROW_LONG] / 2, head = half - t[ARROW_HEAD_LONG], x = fabsf(u);
  float shaft = fmaxf(x - t[ARROW_SHAFT], fmaxf(w - head - 0.01f, -half - w));
  float slope = t[ARROW_HEAD] / t[ARROW_HEAD_LONG], back = head - t[ARROW_NOTCH] * x;
  float tri = fmaxf((x - (half - w) * slope) / sqrtf(1 + slope * slope), back - w);
  return fminf(shaft, tri);
}
HD float symbol_at(const float *t, int symbol, float turn, float u, float w) {
  float c = cosf(turn), s = sinf(turn);
  float x = u * c - w * s, y = u * s + w * c;  // turned clockwise by `turn`
  if (symbol < 4) return arrow_at(t, x, y);
  if (symbol == 4) {
    float d = sqrtf(x * x + y * y) - t[CIRCLE_R];
    return t[RING] > 0 ? fmaxf(d, -d - t[RING]) : d;
  }
  float cx = x + 0.5f, cy = y - 0.5f, r = sqrtf(cx * cx + cy * cy);  // about the corner NW
  return fabsf(r - t[ARC_R]) - t[ARC_WIDE];
}
HD float print_at(const Scene &s, int cube, int face, float u, float w, V &ink) {  // how far a print covers
  const float *t = s.t, *f = t + FACES + (cube * 6 + face) * 2;
  int symbol = (int)f[0];
  if (fabsf(u) > 0.49f || fabsf(w) > 0.49f) return 0;
  float d = symbol_at(t, symbol, f[1], u, w), soft = 0.008f;
  float over = 1 - step01(-soft, soft, d);
  ink = s.rgb(INK_RGB + symbol * 3);
  float wide = t[OUTLINE];
  if (wide > 0) {
    float rim = 1 - step01(wide - soft, wide + soft, d);
    ink = mix(s.rgb(OUTLINE_RGB), ink, over);
    over = fmaxf(over, rim);
  }
  return over * t[INK_OVER];
}

HD V ground(const Scene &s, V p, bool &strip, float &gloss) {
  const float *t = s.t;
  strip = false;
  gloss = t[TABLE_GLOSS];
  V out;
  for (int arm = 0; arm < 4; ++arm) {
    const float *pose = t + ARMS + arm * 3;
    float ax = arm == 1 ? 1.f : arm == 3 ? -1.f : 0.f, ay = arm == 0 ? 1.f : arm == 2 ? -1.f : 0.f;
    float c = cosf(pose[0]), sn = sinf(pose[0]), qx = p.x * c + p.y * sn, qy = p.y * c - p.x * sn;
    float along = qx * ax + qy * ay - pose[2], across = qx * ay - qy * ax - pose[1];
    float start = t[ARM_START], len = t[SPACE], end = start + 5 * len, half = t[HALF_WIDTH];
    if (along < start - 8 || along > end + t[TIP] || fabsf(across) > half) continue;
    if (along > end && fabsf(across) > half * (1 - (along - end) / t[TIP])) continue;
    float share = clampf((along - start) / (end - start), 0, 1);
    float id = t[ART_TEX];
    V art = texture3(s, id, (p.x + 400) / t[ART_SCALE], (p.y + 400) / t[ART_SCALE]);
    out = mix(s.rgb(INNER_RGB), s.rgb(OUTER_RGB), step01(0.15f, 0.95f, share));
    out = out * mix(v(1, 1, 1), art * 1.7f, t[ART]);
    float nearest = fminf(half - fabsf(across), along - start + 8);
    if (nearest < t[RIM_WIDE]) out = s.rgb(RIM_RGB);
    int k = (int)floorf((along - start) / len);
    if (k >= 0 && k < 5) {
      float u = along - start - (k + 0.5f) * len, w = across, size = t[MARK_HALF];
      float d = t[MARK_ROUND] > 0.5f ? sqrtf(u * u + w * w) - size : fmaxf(fabsf(u), fabsf(w)) - size;
      int kind = (int)t[MARK_KIND];
      float on = 0;
      if (kind == 1) on = 1 - step01(-0.3f, 0.3f, fabsf(d) - t[MARK_LINE]);
      if (kind == 2) on = 1 - step01(-0.3f, 0.3f, d);
      if (kind == 3 && d < 0) continue;  // a hole: the table shows
      if (kind == 4) on = 1 - step01(-0.3f, 0.3f, fabsf(len / 2 - fabsf(u)) - t[MARK_LINE]);
      out = mix(out, s.rgb(MARK_RGB), on * t[MARK_OVER]);
    }
    strip = true;
    gloss = 0.25f;
    break;
  }
  if (!strip) {
    float c = cosf(t[TABLE_TURN]), sn = sinf(t[TABLE_TURN]);
    float x = (p.x * c + p.y * sn + 3000) / t[TABLE_SCALE], y = (p.y * c - p.x * sn + 3000) / t[TABLE_SCALE];
    V tex = texture3(s, t[TABLE_TEX], x, y);
    V a = s.rgb(TABLE_A), b = s.rgb(TABLE_B);
    out = v(a.x + (b.x - a.x) * tex.x, a.y + (b.y - a.y) * tex.y, a.z + (b.z - a.z) * tex.z);
  }
  for (int k = 0; k < (int)t[DECALS]; ++k) {
    const float *d = s.decals + k * DECAL_NUMBERS;
    float x = p.x - d[0], y = p.y - d[1], u = fabsf(x * d[5] + y * d[6]), w = fabsf(y * d[5] - x * d[6]);
    if (d[2] < 0.5f && strip) continue;
    float e = d[10] > 0.5f ? sqrtf(sq(u / d[3]) + sq(w / d[4])) - 1 : fmaxf(u / d[3], w / d[4]) - 1;
    if (e < 0 && (d[11] <= 0 || e > -d[11])) out = v(d[7], d[8], d[9]);
  }
  return out;
}

HD bool covered(const Scene &s, V p, V d, float far, int steps) {
  float at; int level; V n;
  const float *t = s.t;
  for (int k = 0; k < (int)t[STACKS]; ++k) if (march(t, s.stacks + k * STACK_NUMBERS, p, d, far, steps, at, level)) return true;
  for (int k = 0; k < (int)t[THINGS]; ++k) if (bar(s.things + k * THING_NUMBERS, p, d, far, at, n)) return true;
  return false;
}
HD float block_shade(const Scene &s, V p, V d) {  // how much light passes the block
  const float *t = s.t;
  float near, far; int axis = 0;
  V o = block_of(t, p), q = block_of(t, d);
  float half = t[BASE_HALF], cubes = t[EDGE] + t[GAP] / 2;
  if (box(o, q, v(-half, -half, 0), v(half, half, t[BASE_HIGH]), near, far, axis) && far > 0.5f) return 0.15f;
  if (box(o, q, v(-cubes, -cubes, t[BASE_HIGH]), v(cubes, cubes, t[BASE_HIGH] + t[EDGE]), near, far, axis) && far > 0.5f) return 0.55f;
  return 1;
}

HD V lit(const Scene &s, V p, V n, V view, V albedo, float gloss, float rough, float wrap, Rng &rng, float hollow) {
  const float *t = s.t;
  V total = albedo * mix(s.rgb(SKY_SIDE), s.rgb(SKY_TOP), n.z * 0.5f + 0.5f) * (t[AMBIENT] * hollow);
  V start = p + n * 0.25f;
  float fresnel = 0.04f + 0.96f * powf(1 - clampf(-dot(view, n), 0, 1), 5);
  for (int k = 0; k < (int)t[LIGHTS]; ++k) {
    const float *l = t + LIGHT + k * 8;
    float a = rng.next() * 6.2831853f, r = sqrtf(rng.next()) * l[3], h = (rng.next() * 2 - 1) * l[3];
    V to = v(l[0] + cosf(a) * r, l[1] + sinf(a) * r, l[2] + h * 0.4f) - start;
    float far = sqrtf(dot(to, to));
    V d = to * (1 / far);
    float c = (dot(n, d) + wrap) / (1 + wrap);
    if (c <= 0) continue;
    if (covered(s, start, d, far, 16)) continue;
    float pass = block_shade(s, start, d);
    V power = v(l[4], l[5], l[6]) * pass;
    V half = unit(d - view);
    float e = 2 / (rough * rough * rough * rough + 1e-4f), shine = powf(clampf(dot(n, half), 0, 1), e) * (e + 2) / 8;
    total = total + albedo * power * c + power * (gloss * fresnel * fminf(shine, 60.0f) * clampf(dot(n, d), 0, 1));
  }
  V mirror = view - n * (2 * dot(view, n));
  total = total + sky(s, unit(mirror), rough) * (gloss * fresnel * (0.4f + 0.6f * hollow));
  return total;
}

HD V refracted(V d, V n, float ratio, bool &ok) {
  float c = -dot(d, n), k = 1 - ratio * ratio * (1 - c * c);
  ok = k > 0;
  return ok ? d * ratio + n * (ratio * c - sqrtf(k)) : d;
}

// Light that leaves the block of clear cubes towards the eye; `o` and `d` in the block's own frame.
HD V glass(const Scene &s, V o, V d, int axis, Rng &rng) {
  const float *t = s.t;
  float e = t[EDGE], g = t[GAP];
  int cx = o.x > 0 ? 1 : 0, cy = o.y > 0 ? 1 : 0;
  V weight = v(1, 1, 1), out = v(0, 0, 0), light = mix(s.rgb(SKY_SIDE), s.rgb(SKY_TOP), 0.7f) * t[AMBIENT];
  for (int k = 0; k < (int)t[LIGHTS]; ++k) light = light + v(t[LIGHT + k * 8 + 4], t[LIGHT + k * 8 + 5], t[LIGHT + k * 8 + 6]) * 0.6f;
  bool inside = false;
  for (int hop = 0; hop < 9; ++hop) {
    V mid = v((cx ? 1 : -1) * (e + g) / 2, (cy ? 1 : -1) * (e + g) / 2, t[BASE_HIGH] + e / 2);
    V q = o - mid;
    float l[3] = {q.x / e, q.y / e, q.z / e}, dd[3] = {d.x, d.y, d.z};
    int side = l[axis] > 0 ? 1 : 0, cube = (1 - cy) * 2 + cx;  // NW NE SW SE
    int face = axis * 2 + side;
    float u = axis == 0 ? l[1] : l[0], w = axis == 2 ? l[1] : l[2];
    V ink;
    float over = print_at(s, cube, face, u, w, ink);
    V n = axis == 0 ? v(side ? 1.f : -1.f, 0, 0) : axis == 1 ? v(0, side ? 1.f : -1.f, 0) : v(0, 0, side ? 1.f : -1.f);
    float margin = fminf(0.5f - fabsf(u), 0.5f - fabsf(w)) * e;
    if (margin < t[BEVEL]) {  // a rounded edge shows anything
      V any = unit(v(rng.next() - 0.5f, rng.next() - 0.5f, rng.next() * 0.8f));
      return out + weight * mix(sky(s, any, 0.5f), light * 0.4f, 0.6f) * (inside ? 0.5f : 0.8f);
    }
    if (!inside) {
      float f = 0.04f + 0.96f * powf(1 - clampf(-dot(d, n), 0, 1), 5);
      V mirror = d - n * (2 * dot(d, n)), world = v(mirror.x * t[BLOCK_COS] - mirror.y * t[BLOCK_SIN], mirror.y * t[BLOCK_COS] + mirror.x * t[BLOCK_SIN], mirror.z);
      out = out + weight * sky(s, world, t[FROST]) * f;
      if (axis == 2) for (int k = 0; k < (int)t[LIGHTS]; ++k) {
        V to = unit(v(t[LIGHT + k * 8], t[LIGHT + k * 8 + 1], t[LIGHT + k * 8 + 2]));
        float c = dot(world, to), size = 1 - sq(t[LIGHT + k * 8 + 3] / 700.0f);
        out = out + weight * v(t[LIGHT + k * 8 + 4], t[LIGHT + k * 8 + 5], t[LIGHT + k * 8 + 6]) * (f * 40 * step01(size - 0.004f - t[FROST] * 0.05f, size + 0.002f, c));
      }
      weight = weight * (1 - f);
      out = out + weight * ink * light * over;
      weight = weight * (1 - over);
      bool ok;
      d = refracted(d, n, 1 / 1.49f, ok);
      if (t[FROST] > 0) d = unit(d + v(rng.next() - 0.5f, rng.next() - 0.5f, rng.next() - 0.5f) * (t[FROST] * 0.4f));
      inside = true;
    } else {
      out = out + weight * ink * light * (over * 0.75f);
      weight = weight * (1 - over);
      if (axis == 2 && side == 0) return out + weight * s.rgb(HOLDER_RGB) * light * 0.8f;
      bool within = (axis == 0 && side != cx) || (axis == 1 && side != cy);  // to the next cube
      bool ok;
      V gone = refracted(d, n * -1.f, 1.49f, ok);
      if (ok && within) {
        if (axis == 0) cx = 1 - cx; else cy = 1 - cy;
        V m2 = v((cx ? 1 : -1) * (e + g) / 2, (cy ? 1 : -1) * (e + g) / 2, t[BASE_HIGH] + e / 2), q2 = o - m2;
        float l2[3] = {q2.x / e, q2.y / e, q2.z / e};
        int other = axis * 2 + (1 - side);
        float u2 = axis == 0 ? l2[1] : l2[0];
        over = print_at(s, (1 - cy) * 2 + cx, other, u2, l2[2], ink);
        out = out + weight * ink * light * (over * 0.6f);
        weight = weight * (1 - over) * 0.95f;
      } else if (ok) {
        V world = v(gone.x * t[BLOCK_COS] - gone.y * t[BLOCK_SIN], gone.y * t[BLOCK_COS] + gone.x * t[BLOCK_SIN], gone.z);
        if (world.z > -0.02f) return out + weight * sky(s, world, 0.3f) * 0.6f;
        V at = v(o.x * t[BLOCK_COS] - o.y * t[BLOCK_SIN], o.y * t[BLOCK_COS] + o.x * t[BLOCK_SIN], o.z);
        at = at + world * ((t[THICK] - at.z) / world.z);
        bool strip; float gloss;
        return out + weight * ground(s, at, strip, gloss) * light * 0.7f;
      } else {
        d = d - n * (2 * dot(d, n));
      }
    }
    weight = weight * s.rgb(GLASS_RGB);
    float lo[3], far = 1e9f;
    V m3 = v((cx ? 1 : -1) * (e + g) / 2, (cy ? 1 : -1) * (e + g) / 2, t[BASE_HIGH] + e / 2), q3 = o - m3;
    dd[0] = d.x; dd[1] = d.y; dd[2] = d.z;
    lo[0] = q3.x; lo[1] = q3.y; lo[2] = q3.z;
    int hit = axis;
    for (int k = 0; k < 3; ++k) {
      float inv = 1 / (fabsf(dd[k]) < 1e-7f ? 1e-7f : dd[k]), x = ((dd[k] > 0 ? e / 2 : -e / 2) - lo[k]) * inv;
      if (x > 1e-3f && x < far) { far = x; hit = k; }
    }
    if (far > 1e8f) break;
    o = o + d * far;
    axis = hit;
    }
  return out + weight * light * 0.25f;
}

const int BARE = 100;  // beyond the levels: the ground of a space, or a cube's top

// What a ray shows. `own` is a stack, or -1 - (number of a space), or 1000 + (slot of a cube); seen: a level + 1, BARE, 0.
HD V seen_along(const Scene &s, V o, V d, int own, Rng &rng, bool shade, int &seen, int &alone) {
  const float *t = s.t;
  float best = 1e9f, at; int level = 0, hit = -1, hit_level = 0; V normal = v(0, 0, 1), n;
  seen = alone = 0;
  float down = d.z < -1e-4f ? (t[THICK] - o.z) / d.z : 1e9f, table = d.z < -1e-4f ? -o.z / d.z : 1e9f;
  for (int k = 0; k < (int)t[STACKS]; ++k) {
    if (!march(t, s.stacks + k * STACK_NUMBERS, o, d, k == own ? 1e9f : best, 48, at, level)) continue;
    if (k == own) alone = level + 1;
    if (at < best) { best = at; hit = k; hit_level = level; }
  }
  int kind = hit >= 0 ? 1 : 0;
  for (int k = 0; k < (int)t[THINGS]; ++k)
    if (bar(s.things + k * THING_NUMBERS, o, d, best, at, n)) { best = at; kind = 2; hit = k; normal = n; }
  V bo = block_of(t, o), bd = block_of(t, d);
  float near, far; int axis = 0; float half = t[BASE_HALF], cubes = t[EDGE] + t[GAP] / 2, high = t[BASE_HIGH];
  if (box(bo, bd, v(-half, -half, 0), v(half, half, high), near, far, axis) && near > 0 && near < best) {
    best = near; kind = 3;
    normal = axis == 2 ? v(0, 0, 1) : axis == 0 ? v(bd.x > 0 ? -1.f : 1.f, 0, 0) : v(0, bd.y > 0 ? -1.f : 1.f, 0);
  }
  axis = 0;
  if (box(bo, bd, v(-cubes, -cubes, high), v(cubes, cubes, high + t[EDGE]), near, far, axis) && near > 0) {
    V p = bo + bd * near;
    int slot = (p.y > 0 ? 0 : 2) + (p.x > 0 ? 1 : 0);
    if (axis == 2 && own == 1000 + slot) alone = BARE;
    if (near < best) { best = near; kind = 4; if (axis == 2 && own == 1000 + slot) seen = BARE; }
  }
  float floor_at = down;
  V p = o + d * down;
  bool strip = false; float gloss = 0; V albedo = v(0, 0, 0);
  if (down < 1e8f) {
    albedo = ground(s, p, strip, gloss);
    if (!strip) { p = o + d * table; bool any; albedo = ground(s, p, any, gloss); floor_at = table; strip = any; }
  }
  if (own < 0 && own > -100 && down < 1e8f) {
    int space = -1 - own, arm = space / 5, k = space % 5;
    V f = o + d * down;
    const float *pose = t + ARMS + arm * 3;
    float ax = arm == 1 ? 1.f : arm == 3 ? -1.f : 0.f, ay = arm == 0 ? 1.f : arm == 2 ? -1.f : 0.f;
    float along = f.x * ax + f.y * ay - pose[2] - t[ARM_START] - (k + 0.5f) * t[SPACE], across = f.x * ay - f.y * ax - pose[1];
    if (fabsf(along) < t[SPACE] * 0.45f && fabsf(across) < t[HALF_WIDTH] * 0.9f) { alone = BARE; if (floor_at <= best) seen = BARE; }
  }
  if (kind == 1 && hit == own && best <= floor_at) seen = hit_level + 1;
  if (!shade) return v(0, 0, 0);
  if (floor_at < best) {
    V m = v(0, 0, 1);
    return lit(s, p, m, d, albedo, gloss, 0.45f, 0, rng, 1.0f);
  }
  V q = o + d * best;
  if (kind == 1) {
    const float *st = s.stacks + hit * STACK_NUMBERS;
    n = stack_normal(t, st, q);
    if (dot(n, d) > 0) n = n - d * (1.01f * dot(n, d));
    float free = 0, reach = 0;
    for (int k = 1; k <= 4; ++k) { float h = 0.8f * k; free += fmaxf(fminf(fminf(stack_at(t, st, q + n * h).d, q.z + n.z * h), h), 0) / k; reach += h / k; }
    int colour = (int)st[8 + hit_level];
    return lit(s, q, unit(n), d, s.rgb(PAWN_RGB + colour * 3), t[GLOSS], t[ROUGH], t[WRAP], rng, 0.25f + 0.75f * clampf(free / reach, 0, 1));
  }
  if (kind == 2) {
    const float *c = s.things + hit * THING_NUMBERS;
    return lit(s, q, normal, d, v(c[7], c[8], c[9]), c[10], 0.4f, 0.2f, rng, 0.9f);
  }
  if (kind == 3) {
    V m = v(normal.x * t[BLOCK_COS] - normal.y * t[BLOCK_SIN], normal.y * t[BLOCK_COS] + normal.x * t[BLOCK_SIN], normal.z);
    return lit(s, q, m, d, s.rgb(HOLDER_RGB), 0.4f, 0.4f, 0, rng, 0.8f);
  }
  if (kind == 4) return glass(s, bo + bd * best, bd, axis, rng);
  return sky(s, d, 1.0f) * 0.6f;
}

struct Job {
  const float *tables, *stacks, *things, *decals, *views;
  const uint8_t *textures;
  int most_stacks, most_things, most_decals, rows, columns, samples, count_tex;
  uint32_t seed;
  float *out;       // (views, rows, columns, 3)
  uint8_t *seen;    // (views, rows, columns, 2)
};

HD void pixel(const Job &j, long k) {
  int column = k % j.columns, row = (k / j.columns) % j.rows;
  long view = k / ((long)j.columns * j.rows);
  const float *w = j.views + view * VIEW_NUMBERS;
  int table = (int)w[9], own = (int)w[10];
  Scene s = {j.tables + (size_t)table * TABLE_NUMBERS, j.stacks + (size_t)table * j.most_stacks * STACK_NUMBERS,
             j.things + (size_t)table * j.most_things * THING_NUMBERS, j.decals + (size_t)table * j.most_decals * DECAL_NUMBERS, j.textures, j.count_tex};
  V eye = s.rgb(EYE), total = v(0, 0, 0);
  Rng rng = {hashed(j.seed + hashed((uint32_t)k + 0x9e3779b9u))};
  rng.next();
  int seen = 0, alone = 0;
  for (int n = 0; n < j.samples; ++n) {
    float r = row + (n ? rng.next() - 0.5f : 0), c = column + (n ? rng.next() - 0.5f : 0);
    V p = v(w[0], w[1], w[2]) + v(w[3], w[4], w[5]) * r + v(w[6], w[7], w[8]) * c;
    int a, b;
    V colour = seen_along(s, eye, unit(p - eye), own, rng, true, a, b);
    if (n == 0) { seen = a; alone = b; }
    total = total + v(fminf(colour.x, 4.0f), fminf(colour.y, 4.0f), fminf(colour.z, 4.0f));
  }
  float *o = j.out + k * 3;
  o[0] = total.x / j.samples; o[1] = total.y / j.samples; o[2] = total.z / j.samples;
  j.seen[k * 2] = (uint8_t)seen;
  j.seen[k * 2 + 1] = (uint8_t)alone;
}

#ifdef __CUDACC__
__global__ void draw(Job j, long count) {
  long k = (long)blockIdx.x * blockDim.x + threadIdx.x;
  if (k < count) pixel(j, k);
}
#endif

}  // namespace

extern "C" int numbers(int which) {
  const int all[] = {TABLE_NUMBERS, STACK_NUMBERS, THING_NUMBERS, DECAL_NUMBERS, VIEW_NUMBERS, TEX, BARE};
  return all[which];
}

extern "C" int draw_views(const float *tables, const float *stacks, const float *things, const float *decals, const float *views, const uint8_t *textures,
                          int most_stacks, int most_things, int most_decals, int count_tex, long count_views, int rows, int columns, int samples,
                          unsigned seed, float *out, uint8_t *seen, void *stream) {
  Job j = {tables, stacks, things, decals, views, textures, most_stacks, most_things, most_decals, rows, columns, samples, count_tex, seed, out, seen};
  long count = count_views * rows * columns;
#ifdef __CUDACC__
  draw<<<(unsigned)((count + 127) / 128), 128, 0, (cudaStream_t)stream>>>(j, count);
  return (int)cudaGetLastError();
#else
  (void)stream;
  for (long k = 0; k < count; ++k) pixel(j, k);
  return 0;
#endif
}
