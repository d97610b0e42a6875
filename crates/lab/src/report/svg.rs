//! A drawing, as SVG. Colors come from classes, so that one drawing suits a light page and a dark one.

use std::fmt::Write;

/// A drawing in the making.
#[derive(Clone, PartialEq, Debug)]
pub struct Canvas {
    title: String,
    width: f64,
    height: f64,
    body: String,
}

/// Which end of a text is at its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// The text is centered there.
    Middle,
    /// The text ends there.
    End,
}

/// A place on a canvas: to the right, and down.
pub type Point = (f64, f64);

/// How many colors there are for series.
pub const COLORS: usize = 8;

/// What the classes look like. A page has it once; a drawing in a file of its own brings it along. Colors are written
/// out twice, because not every SVG viewer supports variables.
pub const STYLE: &str = "\
svg text{font:12px system-ui,sans-serif}svg .bound{stroke-dasharray:5 4}\
svg .curve{fill:none;stroke-width:2;stroke-linejoin:round}svg text{fill:#1d2229}\
svg text.dim{fill:#66707c}svg .rule{stroke:#d9dee4}svg .axis,svg .error{stroke:#1d2229}\
svg .bound{stroke:#66707c}svg .f0{fill:#2563a8}svg .s0{stroke:#2563a8}\
svg .f1{fill:#cc5f14}svg .s1{stroke:#cc5f14}svg .f2{fill:#2a8c5a}svg .s2{stroke:#2a8c5a}\
svg .f3{fill:#8a4fb0}svg .s3{stroke:#8a4fb0}svg .f4{fill:#b23a48}svg .s4{stroke:#b23a48}\
svg .f5{fill:#8a7a14}svg .s5{stroke:#8a7a14}svg .f6{fill:#00808a}svg .s6{stroke:#00808a}\
svg .f7{fill:#6b6f76}svg .s7{stroke:#6b6f76}\
@media(prefers-color-scheme:dark){svg text{fill:#e4e8ed}svg text.dim{fill:#98a2ae}\
svg .rule{stroke:#38414b}svg .axis,svg .error{stroke:#e4e8ed}svg .bound{stroke:#98a2ae}\
svg .f0{fill:#6aa9ec}svg .s0{stroke:#6aa9ec}svg .f1{fill:#f2994a}svg .s1{stroke:#f2994a}\
svg .f2{fill:#5fc48d}svg .s2{stroke:#5fc48d}svg .f3{fill:#bd8be0}svg .s3{stroke:#bd8be0}\
svg .f4{fill:#e8788a}svg .s4{stroke:#e8788a}svg .f5{fill:#cbbb55}svg .s5{stroke:#cbbb55}\
svg .f6{fill:#4fc3cc}svg .s6{stroke:#4fc3cc}svg .f7{fill:#a4abb5}svg .s7{stroke:#a4abb5}}";

/// A text that may come from anywhere, made harmless in HTML and SVG.
///
/// ```
/// use vernier_lab::report::escape;
/// assert_eq!(escape("<b a='x'>&\u{1b}"), "&lt;b a=&#39;x&#39;&gt;&amp;");
/// ```
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\n' | '\t' => escaped.push(' '),
            // Other control characters are not allowed in XML at all.
            letter if letter.is_control() => (),
            letter => escaped.push(letter),
        }
    }
    escaped
}

impl Canvas {
    /// An empty drawing.
    pub fn new(title: &str, width: f64, height: f64) -> Self {
        Self { title: escape(title), width, height, body: String::new() }
    }

    /// Its title, escaped.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// A straight line.
    pub fn line(&mut self, class: &str, from: Point, to: Point) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(format_args!(
            r#"<line class="{class}" x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}"/>"#
        ));
    }

    /// A rectangle.
    pub fn bar(&mut self, class: &str, corner: Point, width: f64, height: f64) {
        let (x, y) = corner;
        self.add(format_args!(
            r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="1.5"/>"#
        ));
    }

    /// A dot.
    pub fn dot(&mut self, class: &str, center: Point) {
        let (x, y) = center;
        self.add(format_args!(r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="3"/>"#));
    }

    /// A line through points.
    pub fn curve(&mut self, class: &str, points: &[Point]) {
        let mut path = String::new();
        for (x, y) in points {
            let _ = write!(path, "{x:.1},{y:.1} ");
        }
        self.add(format_args!(r#"<polyline class="curve {class}" points="{}"/>"#, path.trim_end()));
    }

    /// A text.
    pub fn text(&mut self, class: &str, at: Point, anchor: Anchor, text: &str) {
        let (x, y) = at;
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escape(text);
        self.add(format_args!(
            r#"<text class="{class}" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#
        ));
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.body, "{element}");
    }

    /// As a part of a page that has the style.
    pub fn inline(&self) -> String {
        self.element("")
    }

    /// As a file of its own.
    pub fn file(&self) -> String {
        self.element(&format!("<style>{STYLE}</style>\n"))
    }

    fn element(&self, style: &str) -> String {
        let Self { title, width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" role=\"img\">\n<title>{title}</title>\n{style}{body}</svg>\n"
        )
    }
}
