//! Addresses of the internet protocol.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ops::RangeInclusive;

use super::Input;
use super::wrappers::use_up;
use crate::rt::{Describe, Key, variant};

impl Input for Ipv4Addr {
    #[inline]
    fn any(key: Key) -> Self {
        u32::any(key).into()
    }

    fn describe(&self, out: &mut Describe) {
        out.call("std::net::Ipv4Addr::new", |out| {
            self.octets().iter().for_each(|octet| out.item(octet));
        });
    }

    const USE_UP: Option<fn(&mut RangeInclusive<Self>)> = Some(use_up);
}

impl Input for Ipv6Addr {
    #[inline]
    fn any(key: Key) -> Self {
        u128::any(key).into()
    }

    fn describe(&self, out: &mut Describe) {
        out.call("std::net::Ipv6Addr::new", |out| {
            self.segments().iter().for_each(|segment| out.item(segment));
        });
    }

    const USE_UP: Option<fn(&mut RangeInclusive<Self>)> = Some(use_up);
}

impl Input for IpAddr {
    #[inline]
    fn any(key: Key) -> Self {
        match variant(key.child(0), 2) {
            0 => Self::V4(Input::any(key.child(1))),
            _ => Self::V6(Input::any(key.child(2))),
        }
    }

    fn describe(&self, out: &mut Describe) {
        match self {
            Self::V4(address) => {
                out.tuple_structure("std::net::IpAddr::V4", |out| out.item(address));
            }
            Self::V6(address) => {
                out.tuple_structure("std::net::IpAddr::V6", |out| out.item(address));
            }
        }
    }
}
